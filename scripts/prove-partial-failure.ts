// `npm run prove -- partial-failure [--other-ms 300] [--own-ms 3000]` suspends each subgraph in turn (SIGSTOP), then stops PostgreSQL for
// 10 seconds, and suspends PostgreSQL for 10 seconds. The options raise the time limits for a busy machine.
import { parseArgs } from "node:util";
import { provePartialFailure } from "../e2e/src/proofs/partial-failure/prove.js";
import { Verdict } from "../e2e/src/proofs/verdict.js";

const { values } = parseArgs({
  options: { "other-ms": { type: "string", default: "300" }, "own-ms": { type: "string", default: "3000" } },
});
const verdict = new Verdict((text) => console.log(text));
const limits = { otherMs: Number(values["other-ms"]), ownMs: Number(values["own-ms"]) };
await provePartialFailure({ ...limits, recoveryMs: 2_000, notReadyMs: 2_000, writeMs: 20_000, databaseRecoveryMs: 5_000 }, verdict);
verdict.finish();
