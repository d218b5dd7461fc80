// `npm run bench [-- name …] [--short]` runs all benchmarks, or the benchmarks with the given names. `report` writes docs/performance.md,
// `lab` compares gateways in a few minutes, `scale` measures growth (docs/scaling.md), and `profiles` records CPU profiles. The options
// after the name of a benchmark are passed to the benchmark.
import { spawnSync } from "node:child_process";
import { ensureInstalled } from "./ensure-installed.mjs";

await ensureInstalled();
const { prepare } = await import("./prepare.mjs");
await prepare();

const short = process.argv.includes("--short");
/** The script of each benchmark, and its arguments in the short form. */
const benches = {
  gateways: ["bench/gateways.ts", "--short"],
  operations: ["bench/operations.ts", "--short"],
  ingest: ["bench/ingest.ts", "--short"],
  collect: ["bench/collect.ts", "--short"],
  latency: ["bench/latency.ts", "--short"],
  startup: ["bench/startup.ts", "--short"],
  telemetry: ["bench/telemetry.ts", "--short"],
  "discounts-explain": ["bench/discounts-explain.ts", "20000"],
  "orders-explain": ["bench/orders-explain.ts", "100000"],
  fairness: ["bench/fairness.ts", "--short"],
};
/** On a busy machine, the results of these benchmarks vary too much for a limit, so CI does not run their short forms. */
const notInCi = ["latency", "startup", "telemetry"];
const tools = { lab: "bench/lab.ts", report: "bench/report.ts", scale: "bench/scale.ts", profiles: "bench/profiles.ts" };
const words = process.argv.slice(2);
const names = words.filter((word) => word in benches);
const options = words.slice(words.findLastIndex((word) => word in benches) + 1).filter((word) => word !== "--short");

const tool = tools[words[0]];
if (tool) process.exit(run(tool, ...words.slice(1)));
if (names.length === 0 && words.some((word) => word !== "--short")) {
  console.error(`There is no benchmark ${words[0]}. Choose from ${[...Object.keys(benches), ...Object.keys(tools)].join(", ")}.`);
  process.exit(1);
}
const failed = [];
const selected = Object.keys(benches).filter((name) => !short || !notInCi.includes(name));
for (const name of names.length > 0 ? names : selected) {
  const [script, ...shortOptions] = benches[name];
  const started = Date.now();
  console.log(`\n── ${name}${short ? " (short)" : ""}`);
  if (run(script, ...(short ? shortOptions : []), ...options) !== 0) failed.push(name);
  console.log(`${name} took ${((Date.now() - started) / 1000).toFixed(0)} s`);
}
if (!short) run(tools.report);
if (failed.length > 0) {
  console.error(`\nnpm run bench: ${failed.join(", ")} failed.`);
  process.exit(1);
}

function run(...words) {
  return spawnSync("npx", ["tsx", "--conditions=source", ...words], { stdio: "inherit" }).status ?? 1;
}
