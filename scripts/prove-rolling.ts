// `npm run prove -- rolling [--per-second 60] [--max-delay 2000] [--only forms,orders]` replaces each subgraph by a version with one more
// field while requests arrive at the gateway. Fails if a request fails, if a new field is not available within 2 s after its version is
// ready, or if a version with a bad schema changes anything. Run the script on an idle machine.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { startFleet } from "../e2e/src/rolling/fleet.js";
import { proveRolling } from "../e2e/src/rolling/prove-rolling.js";

const { values } = parseArgs({
  options: { "per-second": { type: "string", default: "60" }, "max-delay": { type: "string", default: "2000" }, only: { type: "string" } },
});
const log = (text: string) => console.log(text);
log(`${values["per-second"]} requests per second; load ${loadavg()[0]?.toFixed(1)}`);
const fleet = await startFleet();
try {
  const only = values.only?.split(",") ?? fleet.subgraphs.map(({ name }) => name);
  const numbers = { perSecond: Number(values["per-second"]), maxDelayMs: Number(values["max-delay"]) };
  const violations = await proveRolling(fleet, { ...numbers, only, log });
  for (const violation of violations) log(`VIOLATION ${violation}`);
  log(violations.length === 0 ? "no violations" : `${violations.length} violations`);
  process.exitCode = violations.length === 0 ? 0 : 1;
} finally {
  await fleet.stop();
}
