/** What a command answers: with --json as JSON on one line, else as lines for people. */
export interface Told {
  json: unknown;
  text: string;
  /** 0 unless given. */
  exitCode?: number;
}

/** Runs a command's work with the tools that it needs, and tells its answer. */
export type Run<Tools> = (isJson: boolean, work: (tools: Tools) => Promise<Told>) => Promise<void>;

/** A text with what a terminal would obey (control characters, line ends, changes of direction) written out, as in JSON. */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Columns as wide as their widest cell; the first row is the heading. Cells may have any text. */
export function table(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map(visible));
  const widths = (shown[0] ?? []).map((_, column) => Math.max(...shown.map((row) => row[column]?.length ?? 0)));
  return shown
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
