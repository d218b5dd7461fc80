import { afterAll, beforeAll, expect, it } from "vitest";
import { environment, proveGrants } from "./src/kills/prove.js";
import { type RunningSystem, startSystem } from "./src/start-system.js";

// The short form of `npm run prove -- grants`.
let system: RunningSystem;
beforeAll(async () => {
  system = await startSystem({ env: environment });
});
afterAll(() => system?.stop());

it("every response has exactly what its rules say, whoever is killed meanwhile", async () => {
  const seed = Date.now() % 1_000_000;
  const told: string[] = [];
  const log = (text: string) => told.push(text);
  const faults = await proveGrants(system, { seed, responses: 60, kills: 3, log }).catch((error: Error) => [error.message]);
  expect(faults, `seed ${seed}\n${told.join("\n")}`).toEqual([]);
}, 400_000);
