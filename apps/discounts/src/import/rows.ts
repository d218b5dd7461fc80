import { CsvError, parse } from "csv-parse";
import { type Layout, readHeadings } from "./columns.js";
import { findDelimiter } from "./delimiter.js";
import { RowLines } from "./lines.js";
import { type Problem, wholeRow } from "./row.js";

/** A row of a file: the line that it begins at and its cells, or what kept it from being read. */
export interface FileRow {
  line: number;
  cells: string[];
  problem?: Problem;
}

/** A row longer than this has a quote that is never closed. */
const longestRow = 1_048_576;
const unreadable: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: "A quote that opens here is never closed; nothing after it could be read.",
  CSV_MAX_RECORD_SIZE: `It is longer than ${longestRow} bytes: a quote that opens here may not be closed. Nothing after it could be read.`,
};

const misquoted: Problem = { column: wholeRow, reason: "A cell of it begins with a quote that ends before the cell does." };

/**
 * Reads a file row by row, never more of it than is asked for. The heading is read first: see readHeadings.
 * Rejects with what opening or reading the file rejects with.
 */
export async function readRows(file: AsyncIterable<Buffer>): Promise<{ layout: Layout; ignored: string[]; rows: AsyncGenerator<FileRow> }> {
  const rows = parseRows(file);
  const { value: heading } = await rows.next();
  if (!heading) throw new Error("The file is empty.");
  return { ...readHeadings(heading.cells), rows: heldToWidth(rows, heading.cells.length) };
}

async function* heldToWidth(rows: AsyncIterable<FileRow>, width: number): AsyncGenerator<FileRow> {
  for await (const row of rows) {
    const isTooWide = row.cells.slice(width).some((cell) => cell.trim() !== "");
    const problem = { column: wholeRow, reason: `It has ${row.cells.length} cells; the heading has ${width}.` };
    yield isTooWide ? { ...row, problem } : row;
  }
}

/** Whether a cell has its quotes as part of its text although they were meant around it, as in `"A" ,5`; one with doubled quotes is meant so. */
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
    // Each of them ends a row: the heading's may be another than the rows', and exports that were put together have several.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    // For quotes in the middle of a cell; see isMisquoted for what else it lets pass.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    // Rows are taken here and not from the parser's stream, which drops what it has when it comes to an error.
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
