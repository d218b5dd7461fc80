import { CsvError, parse } from "csv-parse";
import { type Layout, readHeadings } from "./columns.js";
import { findDelimiter } from "./delimiter.js";
import { RowLines } from "./lines.js";
import { type Problem, wholeRow } from "./row.js";

/** A row: its first line and its cells, or the problem that prevented reading it. */
export interface FileRow {
  line: number;
  cells: string[];
  problem?: Problem;
}

/** Bytes; a longer row most likely has an unclosed quote. */
const longestRow = 1_048_576;
const unreadable: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: "A quote opened here is never closed; the rest of the file could not be read.",
  CSV_MAX_RECORD_SIZE: `The row is longer than ${longestRow} bytes, perhaps because a quote is never closed. The rest of the file could not be read.`,
};

const misquoted: Problem = { column: wholeRow, reason: "A cell starts with a quote that closes before the cell ends." };

/** Reads the header, then the rows on demand. Rejects with errors of the file and of readHeadings. */
export async function readRows(file: AsyncIterable<Buffer>): Promise<{ layout: Layout; ignored: string[]; rows: AsyncGenerator<FileRow> }> {
  const rows = parseRows(file);
  const { value: heading } = await rows.next();
  if (!heading) throw new Error("The file is empty.");
  return { ...readHeadings(heading.cells), rows: heldToWidth(rows, heading.cells.length) };
}

async function* heldToWidth(rows: AsyncIterable<FileRow>, width: number): AsyncGenerator<FileRow> {
  for await (const row of rows) {
    const isTooWide = row.cells.slice(width).some((cell) => cell.trim() !== "");
    const problem = { column: wholeRow, reason: `The row has ${row.cells.length} cells; the header has ${width}.` };
    yield isTooWide ? { ...row, problem } : row;
  }
}

/** Returns true if csv-parse kept enclosing quotes as text, as in `"A" ,5`. Doubled quotes are intended. */
function isMisquoted(cells: readonly string[], raw: Buffer): boolean {
  const suspects = cells.filter((cell) => cell.trimStart().startsWith('"'));
  return suspects.some((cell) => !raw.includes(`"${cell.replaceAll('"', '""')}"`));
}

async function* parseRows(file: AsyncIterable<Buffer>): AsyncGenerator<FileRow> {
  const { delimiter, chunks } = await findDelimiter(file);
  const lines = new RowLines();
  const found: FileRow[] = [];
  const parser = parse({
    bom: true,
    delimiter,
    // Concatenated exports mix line endings; the header may differ from the rows.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    // Allows quotes within a cell; isMisquoted rejects other cases that this lets pass.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    // Collects rows here because the parser's stream drops buffered rows on an error.
    on_record: (cells: string[], { bytes }) => {
      const { line, raw } = lines.endRow(bytes);
      found.push(isMisquoted(cells, raw) ? { line, cells, problem: misquoted } : { line, cells });
      return null;
    },
  });
  let failure: Error | undefined;
  parser.on("error", (error) => {
    failure = error;
  });
  const closed = new Promise((resolve) => parser.once("close", resolve));
  for await (const bytes of chunks) {
    lines.add(bytes);
    await Promise.race([new Promise((resolve) => parser.write(bytes, resolve)), closed]);
    yield* found.splice(0);
    if (failure) break;
  }
  parser.end();
  parser.resume();
  await closed;
  yield* found.splice(0);
  if (!failure) return;
  const reason = failure instanceof CsvError ? unreadable[failure.code] : undefined;
  if (reason === undefined) throw failure;
  yield { line: lines.next(), cells: [], problem: { column: wholeRow, reason } };
}
