export interface CommandOutput {
  json: unknown;
  text: string;
  exitCode?: number;
}

export type Run<Tools> = (isJson: boolean, work: (tools: Tools) => Promise<CommandOutput>) => Promise<void>;

/** Escapes control characters, line separators and bidirectional controls as \uXXXX for a terminal. */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Formats rows as a table; the first row is the heading. Escapes the cells. */
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
