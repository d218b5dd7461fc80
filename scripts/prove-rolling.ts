// `npm run prove -- rolling [--per-second 60] [--max-delay 2000] [--max-latency 3000] [--only forms,orders]` replaces each subgraph by a
// version with one more field while requests arrive at the gateway, and registers versions with bad schemas. The options raise the limits
// for a busy machine, or replace fewer subgraphs.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { Verdict } from "../e2e/src/proofs/verdict.js";
import { startFleet } from "../e2e/src/rolling/fleet.js";
import { proveRolling } from "../e2e/src/rolling/prove-rolling.js";

const { values } = parseArgs({
  options: {
    "per-second": { type: "string", default: "60" },
    "max-delay": { type: "string", default: "2000" },
    "max-latency": { type: "string", default: "3000" },
    only: { type: "string" },
  },
});
const verdict = new Verdict((text) => console.log(text));
verdict.log(`${values["per-second"]} requests per second; load ${loadavg()[0]?.toFixed(1)}`);
const fleet = await startFleet();
try {
  const limits = { maxDelayMs: Number(values["max-delay"]), maxLatencyMs: Number(values["max-latency"]) };
  const only = values.only?.split(",") ?? fleet.subgraphs.map(({ name }) => name);
  await proveRolling(fleet, { perSecond: Number(values["per-second"]), only, ...limits }, verdict);
} finally {
  await fleet.stop();
}
verdict.finish();
