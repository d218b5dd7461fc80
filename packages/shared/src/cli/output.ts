/** What a command answers: with --json as JSON on one line, else as lines for people. */
export interface Told {
  json: unknown;
  text: string;
  /** 0 unless given. */
  exitCode?: number;
}

/** Runs a command's work with the tools that it needs, and tells its answer. */
export type Run<Tools> = (isJson: boolean, work: (tools: Tools) => Promise<Told>) => Promise<void>;

/** Columns as wide as their widest cell; the first row is the heading. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
