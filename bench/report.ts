// Writes docs/performance.md and its plots from bench/results/*.json.
//   npm run bench -- report
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { repository } from "../e2e/src/start-system.js";
import { renderBars } from "./src/document/bars.js";
import { renderLines } from "./src/document/lines.js";
import { renderDocument } from "./src/document/markdown.js";
import { readResults } from "./src/document/read-results.js";

const { results, missing } = await readResults();
const plots = path.join(repository, "docs/performance");
await rm(plots, { recursive: true, force: true });
await mkdir(plots, { recursive: true });
for (const chart of results.flatMap(({ charts }) => charts))
  await writeFile(path.join(plots, chart.file), chart.kind === "bars" ? renderBars(chart) : renderLines(chart));
await writeFile(path.join(repository, "docs/performance.md"), renderDocument(results, missing));
console.log(
  `Wrote docs/performance.md from ${results.length} results. Not measured: ${missing.map(({ name }) => name).join(", ") || "none"}.`,
);
