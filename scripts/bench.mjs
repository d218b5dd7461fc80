// `npm run bench [-- --short]` measures the cost of a request in the gateway and in a subgraph, the database time of lists, the number of
// orders that are ingested per second, the time from a response to its reward, and fairness while another workspace writes many records.
import { spawnSync } from "node:child_process";
import { ensureInstalled } from "./ensure-installed.mjs";

await ensureInstalled();
const { prepare } = await import("./prepare.mjs");
await prepare();
if (process.argv[2] === "scale")
  process.exit(
    spawnSync("npx", ["tsx", "--conditions=source", "bench/scale.ts", ...process.argv.slice(3)], { stdio: "inherit" }).status ?? 1,
  );
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
  const { status } = spawnSync("npx", ["tsx", "--conditions=source", ...words], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
