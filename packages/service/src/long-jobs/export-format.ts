export type ExportFormat = "NDJSON" | "CSV";

/** Values of a record by column. All records of an export have the same columns. */
export type ExportedRecord = Readonly<Record<string, unknown>>;

// Characters at the start of a cell that make spreadsheets run the cell as a formula (OWASP, CSV Injection). Contains the semicolon,
// because spreadsheets in some locales split cells at semicolons.
const formulaStart = /(^|[;\t\r\n])(?= *[=+\-@＝＋－＠])/g;
const controlStart = /^(?=[\t\r\n])/;

/**
 * Returns a CSV cell (RFC 4180). Adds an apostrophe before each formula that a spreadsheet could run. Lists and objects become JSON.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const safe = text.replace(formulaStart, "$1'").replace(controlStart, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvHeader = (columns: readonly string[]): string => `${columns.map(csvCell).join(",")}\r\n`;

/** Returns the text of records for a file, with a line break after each record. */
export function textOf(format: ExportFormat, columns: readonly string[], records: readonly ExportedRecord[]): string {
  const lineOf = (record: ExportedRecord) =>
    format === "CSV"
      ? `${columns.map((column) => csvCell(record[column])).join(",")}\r\n`
      : `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, record[column] ?? null])))}\n`;
  return records.map(lineOf).join("");
}
