import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Connections } from "./connections.js";
import { environment } from "./environment.js";
import type { Growth } from "./growth.js";
import type { Partitions } from "./partitions.js";
import type { Processes } from "./processes.js";
import type { SmallWorkspaces } from "./small-workspaces.js";
import type { StatementCost } from "./statements.js";

export interface Parts {
  statements?: StatementCost[];
  growth?: Growth[];
  small?: SmallWorkspaces[];
  connections?: Connections[];
  processes?: Processes[];
  partitions?: Partitions[];
}

/** Prints each part as a Markdown table. */
export function printParts(parts: Parts): void {
  for (const [part, rows] of Object.entries(parts) as [string, object[]][]) {
    console.log(`\n${part}\n`);
    const cells = rows.map((row) => Object.entries(row).flatMap(([name, value]) => flat(name, value)));
    const [first = []] = cells;
    console.log(`| ${first.map(([name]) => name).join(" | ")} |\n|${" --- |".repeat(first.length)}`);
    for (const row of cells) console.log(`| ${row.map(([, value]) => value).join(" | ")} |`);
  }
}

function flat(name: string, value: unknown): [string, string][] {
  if (typeof value === "object" && value !== null) return Object.entries(value).flatMap(([inner, one]) => flat(`${name} ${inner}`, one));
  return [[name, typeof value === "number" ? value.toLocaleString("en-US") : String(value)]];
}

/** Writes each part to the results, with its environment. Keeps the parts of earlier runs. */
export async function saveParts(file: string, parts: Parts): Promise<void> {
  const earlier = await readFile(file, "utf8").then(JSON.parse, () => ({}));
  const measured = Object.fromEntries(Object.entries(parts).map(([part, rows]) => [part, { environment: environment(), rows }]));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ ...earlier, ...measured }, null, 2)}\n`);
}
