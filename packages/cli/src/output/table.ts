import { visible } from "@offergraph/shared/cli/output";

type Row = Readonly<Record<string, unknown>>;

export interface Layout {
  columns: readonly string[];
  widths: readonly number[];
}

const maxCell = 40;
const gap = 2;
/** A table shows these columns last. */
const last = ["rowId", "createdAt", "updatedAt", "workspaceId"];

/** Formats records as a table that fits the terminal. Omits columns that are empty or do not fit. */
export function pageTable(rows: readonly Row[], terminalWidth: number, layout?: Layout): Layout & { text: string } {
  if (rows.length === 0 && !layout) return { columns: [], widths: [], text: "No entries." };
  const { columns, widths, hidden } = layout ? { ...layout, hidden: 0 } : fit(rows, terminalWidth);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cut(cell, widths[index] ?? maxCell).padEnd(widths[index] ?? 0))
      .join(" ".repeat(gap))
      .trimEnd();
  const lines = rows.map((row) => line(columns.map((column) => cellOf(row[column]))));
  const note = hidden > 0 ? [`(columns not shown: ${hidden}. Use --fields or --json to see them.)`] : [];
  return { columns, widths, text: [...(layout ? [] : [line(columns)]), ...lines, ...note].join("\n") };
}

function fit(rows: readonly Row[], terminalWidth: number): Layout & { hidden: number } {
  const filled = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => rows.some((row) => cellOf(row[name]) !== ""));
  const named = [...filled.filter((name) => !last.includes(name)), ...last.filter((name) => filled.includes(name))];
  const sized = named.map((name) => ({
    name,
    width: Math.min(maxCell, Math.max(name.length, ...rows.map((row) => cellOf(row[name]).length))),
  }));
  let used = -gap;
  const shown = sized.filter(({ width }, index) => {
    used += width + gap;
    return index === 0 || used <= terminalWidth;
  });
  return { columns: shown.map(({ name }) => name), widths: shown.map(({ width }) => width), hidden: sized.length - shown.length };
}

const cut = (text: string, width: number) => (text.length > width ? `${text.slice(0, width - 1)}…` : text);

/** Returns the text of a value in a table. For a record, returns its name, code, title or id. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(cellOf).join(", ");
  if (typeof value !== "object") return visible(String(value));
  const { name, code, title, rowId } = value as Record<string, unknown>;
  return visible(String(name ?? code ?? title ?? rowId ?? JSON.stringify(value)));
}
