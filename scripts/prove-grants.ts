// `npm run prove -- grants [--seed N] [--responses 2000] [--kills 30]` sends responses through the gateway's port. Meanwhile, the script
// kills forms, two replicas of incentives, discounts, NATS and PostgreSQL. At the end, checks that every grant, code and credit follows the
// rules of the incentives.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { environment, proveGrants } from "../e2e/src/chaos/prove-grants.js";
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
  const { mismatches } = await proveGrants(system, { seed, responses, kills, log });
  for (const mismatch of mismatches.slice(0, 50)) log(`MISMATCH ${mismatch}`);
  log(mismatches.length === 0 ? `no mismatches; load ${loadavg()[0]?.toFixed(1)}` : `${mismatches.length} mismatches (seed ${seed})`);
  process.exitCode = mismatches.length === 0 ? 0 : 1;
} finally {
  await system.stop();
}
