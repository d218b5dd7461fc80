// `npm test` runs checks, integration tests and end-to-end tests.
import { spawnSync } from "node:child_process";
import { ensureInstalled } from "./ensure-installed.mjs";

await ensureInstalled();
const steps = [
  ["checks", "node", ["scripts/check.mjs"]],
  ["build", "node", ["scripts/prepare.mjs"]],
  // Uses more workers than cores, because the integration tests often wait.
  ["long unit tests and integration tests", "npx", ["vitest", "run", "--project", "unit-long", "--project", "int", "--maxWorkers=150%"]],
  // Runs the end-to-end tests after all other tests, because concurrent suites would compete for the CPU.
  ["end-to-end tests", "npx", ["vitest", "run", "--project", "e2e*"]],
];
for (const [name, command, words] of steps) {
  console.log(`\n── ${name}`);
  const { status } = spawnSync(command, words, { stdio: "inherit" });
  if (status !== 0) {
    console.error(`\nnpm test: ${name} failed.`);
    process.exit(status ?? 1);
  }
}
