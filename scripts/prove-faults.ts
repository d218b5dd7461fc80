// `npm run prove -- faults [--seed N] [--faults 100] [--responses 1500] [--drain-seconds 30] [--lose-streams]` kills and suspends processes
// at random while responses, orders and changes of codes arrive. With --lose-streams, also deletes the files of JetStream. Fails if a code,
// an order or a webhook event is lost or doubled.
import { parseArgs } from "node:util";
import { environment } from "../e2e/src/chaos/prove-grants.js";
import { proveFaults } from "../e2e/src/proofs/faults/prove.js";
import { Verdict } from "../e2e/src/proofs/verdict.js";
import { startSystem } from "../e2e/src/start-system.js";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    faults: { type: "string", default: "100" },
    responses: { type: "string", default: "1500" },
    "drain-seconds": { type: "string", default: "30" },
    "lose-streams": { type: "boolean", default: false },
  },
});
const verdict = new Verdict((text) => console.log(text));
const seed = Number(values.seed ?? Date.now() % 1_000_000);
verdict.log(`seed ${seed}`);
const system = await startSystem({ env: { ...environment, OFFERGRAPH_REPLICAS: "forms:2,incentives:2" } });
try {
  const counts = { faults: Number(values.faults), responses: Number(values.responses), maxDrainSeconds: Number(values["drain-seconds"]) };
  await proveFaults(system, { seed, ...counts, losesStreams: values["lose-streams"] }, verdict);
} finally {
  await system.stop();
}
verdict.finish();
