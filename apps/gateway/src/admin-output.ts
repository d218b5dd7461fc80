import type { KeyStore } from "./keys/store.js";

/** What a command answers: with --json as JSON on one line, else as lines for people. */
export interface Told {
  json: unknown;
  text: string;
}

/** Runs a command's work with the database and tells its answer. */
export type Run = (isJson: boolean, work: (store: KeyStore) => Promise<Told>) => Promise<void>;

/** Columns as wide as their widest cell. */
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
