// `npm run prove -- restore [--seed N] [--responses 600]` backs up a system while events wait for stopped services, and restores the backup
// with new servers. Then checks that every record is back, and that every grant, code and credit follows the rules of the incentives.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { environment, proveGrants } from "../e2e/src/chaos/prove-grants.js";
import { proveRestore } from "../e2e/src/restore/prove-restore.js";
import { startSystem } from "../e2e/src/start-system.js";

const { values } = parseArgs({ options: { seed: { type: "string" }, responses: { type: "string", default: "600" } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const half = Math.ceil(Number(values.responses) / 2);
const log = (text: string) => console.log(text);
log(`seed ${seed}: ${half} responses before the backup, and ${half} responses whose events wait during the backup`);
const folder = await mkdtemp(path.join(tmpdir(), "offergraph-restore-"));
const system = await startSystem({ env: environment, dataDirectory: path.join(folder, "old") });
try {
  const proven = await proveGrants(system, { seed, responses: half, kills: 0, log });
  const restored = await proveRestore(system, proven, { seed: seed + 1, responses: half, folder, log });
  const differences = [...proven.mismatches, ...restored];
  for (const difference of differences.slice(0, 50)) log(`DIFFERENCE ${difference}`);
  log(differences.length === 0 ? "no differences" : `${differences.length} differences (seed ${seed})`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} finally {
  await system.stop();
  await rm(folder, { recursive: true, force: true });
}
