import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { environment, type Proven, proveGrants } from "./src/chaos/prove-grants.js";
import { proveRestore } from "./src/restore/prove-restore.js";
import { type RunningSystem, startSystem } from "./src/start-system.js";

// Runs the same tests as `npm run prove -- grants` and `npm run prove -- restore`, but with fewer responses and kills.
let folder: string;
let system: RunningSystem;
let proven: Proven;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-chaos-"));
  system = await startSystem({ env: environment, dataDirectory: path.join(folder, "old") });
});
afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
});

const seed = Date.now() % 1_000_000;
const lines: string[] = [];
const log = (text: string) => lines.push(text);
const report = () => `seed ${seed}\n${lines.join("\n")}`;

it("issues exactly the grants that the rules determine while processes are killed", async () => {
  const proof = proveGrants(system, { seed, responses: 60, kills: 3, log });
  proven = await proof.catch((error: Error) => expect.unreachable(`${error.message}\n${report()}`));
  expect(proven.mismatches, report()).toEqual([]);
}, 400_000);

it("restores every record on new servers, and delivers every event once", async () => {
  expect(await proveRestore(system, proven, { seed, responses: 12, folder, log }), report()).toEqual([]);
}, 400_000);
