// Writes docs/performance.md and its plots from bench/results/*.json.
//   npm run bench -- report
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { repository } from "../e2e/src/start-system.js";
import { partNames } from "./scale/parts.js";
import { renderBars } from "./src/document/bars.js";
import { renderLines } from "./src/document/lines.js";
import { renderDocument } from "./src/document/markdown.js";
import { readResult } from "./src/results/result.js";

const scaleParts = partNames.map((part) => `scale-${part}`);
const names = ["gateways", "lab", "operations", "ingest", "collect", "latency", "startup", ...scaleParts, "profiles"];
const results = (await Promise.all(names.map(readResult))).filter((result) => result !== undefined);
const plots = path.join(repository, "docs/performance");
await rm(plots, { recursive: true, force: true });
await mkdir(plots, { recursive: true });
for (const chart of results.flatMap(({ charts }) => charts))
  await writeFile(path.join(plots, chart.file), chart.kind === "bars" ? renderBars(chart) : renderLines(chart));
await writeFile(path.join(repository, "docs/performance.md"), renderDocument(results));
console.log(`Wrote docs/performance.md from ${results.length} results.`);
