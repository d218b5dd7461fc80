import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

const execute = promisify(execFile);

it("the embed script weighs less than 5 kB, gzipped", async () => {
  await execute("node", [fileURLToPath(new URL("../../../../../scripts/prepare.mjs", import.meta.url))]);
  const script = await readFile(new URL("../../../dist/browser/embed.js", import.meta.url));
  expect(script.length).toBeGreaterThan(1000);
  expect(gzipSync(script).length).toBeLessThan(5_000);
});
