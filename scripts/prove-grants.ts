// `npm run prove -- grants [--seed N] [--responses 2000] [--kills 30]`: responses through the public port while forms, incentives (two
// replicas), discounts, NATS and PostgreSQL are killed; then every grant, code and credit is compared with what the rules say.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { environment, proveGrants } from "../e2e/src/kills/prove.js";
import { startSystem } from "../e2e/src/start-system.js";

const { values } = parseArgs({
  options: { seed: { type: "string" }, responses: { type: "string", default: "2000" }, kills: { type: "string", default: "30" } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const [responses, kills] = [Number(values.responses), Number(values.kills)];
const log = (text: string) => console.log(text);
log(`seed ${seed}: ${responses} responses, ${kills} kills; load ${loadavg()[0]?.toFixed(1)}`);
const system = await startSystem({ env: environment });
try {
  const faults = await proveGrants(system, { seed, responses, kills, log });
  for (const fault of faults.slice(0, 50)) log(`WRONG ${fault}`);
  log(faults.length === 0 ? `all as expected; load ${loadavg()[0]?.toFixed(1)}` : `${faults.length} things are wrong (seed ${seed})`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await system.stop();
}
