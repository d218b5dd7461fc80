import { expect, it } from "vitest";
import { proveRestore } from "./src/restore/prove-restore.js";

// Runs the same test as `npm run prove -- restore`, but with fewer responses.
it("restores every record on new servers, and delivers every event once", async () => {
  const seed = Date.now() % 1_000_000;
  const lines: string[] = [];
  const differences = await proveRestore({ seed, responses: 12, log: (text) => lines.push(text) });
  expect(differences, `seed ${seed}\n${lines.join("\n")}`).toEqual([]);
}, 400_000);
