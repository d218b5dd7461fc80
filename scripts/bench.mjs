// `npm run bench [-- name …] [-- --short]` runs benchmarks: all, or those with the given names. The other arguments are passed on.
import { spawnSync } from "node:child_process";
import { ensureInstalled } from "./ensure-installed.mjs";

await ensureInstalled();
const { prepare } = await import("./prepare.mjs");
await prepare();
const [name = "", ...rest] = process.argv.slice(2);
if (name === "lab") process.exit(run("bench/lab.ts", ...rest));
const short = process.argv.includes("--short");
const benches = [
  ["bench/gateway.ts", ...(short ? ["--short"] : [])],
  ["bench/discounts-explain.ts", ...(short ? ["20000"] : [])],
  ["bench/orders-explain.ts", ...(short ? ["100000"] : [])],
  ["bench/orders-ingest.ts", ...(short ? ["--short"] : [])],
  ["bench/grants.ts", ...(short ? ["--short"] : [])],
  ["bench/fairness.ts", ...(short ? ["--short"] : [])],
];
for (const words of benches) {
  console.log(`\n── ${words.join(" ")}`);
  const status = run(...words);
  if (status !== 0) process.exit(status);
}

function run(...words) {
  return spawnSync("npx", ["tsx", "--conditions=source", ...words], { stdio: "inherit" }).status ?? 1;
}
