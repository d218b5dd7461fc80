// `npm run prove -- restore [--seed N] [--responses 600]` backs up a system while events wait for stopped services, and restores the backup
// with new servers. Then checks that every record is back, and that every grant, code and credit follows the rules of the incentives.
import { parseArgs } from "node:util";
import { proveRestore } from "../e2e/src/restore/prove-restore.js";

const { values } = parseArgs({ options: { seed: { type: "string" }, responses: { type: "string", default: "600" } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const log = (text: string) => console.log(text);
log(`seed ${seed}: ${values.responses} responses`);
const differences = await proveRestore({ seed, responses: Number(values.responses), log });
for (const difference of differences.slice(0, 50)) log(`DIFFERENCE ${difference}`);
log(differences.length === 0 ? "no differences" : `${differences.length} differences (seed ${seed})`);
process.exitCode = differences.length === 0 ? 0 : 1;
