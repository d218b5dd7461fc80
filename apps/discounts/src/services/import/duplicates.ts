import { nameKey } from "@offergraph/shared/schema/name-key";
import type { Layout } from "./columns.js";
import type { Problem } from "./row.js";
import type { FileRow } from "./rows.js";

/** Returns a function that reports a row if an earlier row has the same code. Ignores rows that cannot be parsed. */
export function duplicateFinder(layout: Layout): (row: FileRow) => Problem | undefined {
  const lines = new Map<string, number>();
  const { position = -1, heading: column = "" } = layout.get("code") ?? {};
  return ({ line, cells, problem }) => {
    const key = nameKey(cells[position]?.trim() ?? "");
    if (problem || key === "") return undefined;
    const first = lines.get(key);
    if (first !== undefined) return { column, reason: `Line ${first} already has this code (case is ignored).` };
    lines.set(key, line);
    return undefined;
  };
}
