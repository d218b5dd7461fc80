import { cellOf } from "./table.js";

/** Formats a result as one field per line. Nested records are indented. */
export function recordText(result: unknown): string {
  if (result === null || result === undefined) return "Not found.";
  if (typeof result !== "object") return cellOf(result);
  const { userErrors: _, ...rest } = result as Record<string, unknown>;
  return Array.isArray(result) ? result.map((one) => recordText(one)).join("\n\n") : linesOf(rest, "").join("\n");
}

function linesOf(record: Readonly<Record<string, unknown>>, indent: string): string[] {
  const entries = Object.entries(record);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.flatMap(([name, value]) => {
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return [`${indent}${name}`, ...linesOf(value as Record<string, unknown>, `${indent}  `)];
    if (Array.isArray(value) && value.some((one) => typeof one === "object" && one !== null))
      return [`${indent}${name}`, ...value.flatMap((one) => [...linesOf(one as Record<string, unknown>, `${indent}  `), ""]).slice(0, -1)];
    return [`${indent}${name.padEnd(width)}  ${cellOf(value)}`.trimEnd()];
  });
}
