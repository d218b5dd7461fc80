import { afterAll, beforeAll, expect, it } from "vitest";
import { environment, proveGrants } from "./src/chaos/prove-grants.js";
import { type RunningSystem, startSystem } from "./src/start-system.js";

// A short `npm run prove -- grants`, with fewer responses and kills.
let system: RunningSystem;
beforeAll(async () => {
  system = await startSystem({ env: environment });
});
afterAll(() => system?.stop());

it("issues exactly the grants that the rules determine while processes are killed", async () => {
  const seed = Date.now() % 1_000_000;
  const lines: string[] = [];
  const log = (text: string) => lines.push(text);
  const mismatches = await proveGrants(system, { seed, responses: 60, kills: 3, log }).catch((error: Error) => [error.message]);
  expect(mismatches, `seed ${seed}\n${lines.join("\n")}`).toEqual([]);
}, 400_000);
