// `npm run prove -- two-of-everything` runs two processes of each app behind a TCP balancer, with Valkey or Redis. Rate limits must be exact
// across both gateways. Then the proof kills each process in turn under load: only the requests that the killed process was handling may
// fail.
import { proveTwoOfEverything } from "../e2e/src/proofs/two-of-everything/prove.js";
import { Verdict } from "../e2e/src/proofs/verdict.js";

const verdict = new Verdict((text) => console.log(text));
await proveTwoOfEverything(verdict);
verdict.finish();
