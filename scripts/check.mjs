// `npm run check` runs all checks that need no server. All other checks run at the same time as the unit tests.
import { spawn } from "node:child_process";
import path from "node:path";
import { ensureInstalled } from "./ensure-installed.mjs";

await ensureInstalled();
const { prepare } = await import("./prepare.mjs");
await prepare("generate");

// Uses the native compiler of TypeScript 7, which takes a quarter of the CPU time of TypeScript 6. The package `typescript` is version 6,
// whose API the prose linter and other tools use (docs/adr/0003-build-and-generated-files.md).
const tsc = "node node_modules/@typescript/native/bin/tsc";
const steps = [
  ["unit tests", "vitest run --project unit --maxWorkers=100% --reporter=minimal"],
  ["types", [".", "apps/forms/browser", "apps/gateway/browser", "packages/studio"].map((project) => `${tsc} -p ${project}`).join(" && ")],
  ["format and lint", "biome check --error-on-warnings ."],
  [
    "generated files",
    "tsx --conditions=source scripts/generate-schemas.ts --check && tsx --conditions=source scripts/generate-docs.ts --check && tsx --conditions=source scripts/generate-events-doc.ts --check && tsx --conditions=source scripts/generate-nats-config.ts --check && node scripts/generate-licenses.mjs --check",
  ],
  ["dependency rules", "depcruise --config .dependency-cruiser.cjs apps packages e2e bench checks --output-type err-long"],
  ["composition", "tsx --conditions=source scripts/check-composition.ts"],
  ["unused code", "knip && node scripts/check-exports.mjs"],
  ["prose and spelling", "node checks/prose/check.mjs"],
];

// The commands of dependencies run without npx, which takes half a second per call.
const env = {
  ...process.env,
  PATH: `${path.resolve(import.meta.dirname, "../node_modules/.bin")}${path.delimiter}${process.env.PATH}`,
  TURBO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
};

const run = (command) =>
  new Promise((resolve) => {
    const child = spawn(command, { shell: true, env });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.on("close", (code) => resolve({ code, output }));
  });

const waiting = [...steps];
const failed = [];
const worker = async () => {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [name, command] = step;
    const started = Date.now();
    const { code, output } = await run(command);
    console.log(`${code === 0 ? "ok  " : "FAIL"}  ${name.padEnd(26)} ${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s`);
    if (code !== 0 || name === "unit tests") console.log(output.trimEnd());
    if (code !== 0) failed.push(name);
  }
};
await Promise.all([worker(), worker()]);
if (failed.length > 0) {
  console.error(`\nnpm run check: ${failed.join(", ")} failed.`);
  process.exit(1);
}
