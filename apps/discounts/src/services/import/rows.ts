import { CsvError, parse } from "csv-parse";
import { type Layout, readHeadings } from "./columns.js";
import { findDelimiter } from "./delimiter.js";
import { type Problem, wholeRow } from "./row.js";

export interface FileRow {
  line: number;
  cells: string[];
  problem?: Problem;
}

/** Maximum row length in bytes. Longer rows probably have an unclosed quote. */
const maxRowBytes = 1_048_576;
const unreadable: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: "This row has an opening quotation mark without a closing quotation mark. The rest of the file could not be read.",
  CSV_MAX_RECORD_SIZE: `The row is longer than ${maxRowBytes} bytes, perhaps because a closing quotation mark is missing. The rest of the file could not be read.`,
};

const misquoted: Problem = {
  column: wholeRow,
  reason: "A cell has text outside its quotation marks. Put the whole cell in quotation marks, and double each quotation mark inside it.",
};

/** Reads the header, and then reads the rows on demand. Rejects if the file cannot be read or if `readHeadings` rejects the header. */
export async function readRows(file: AsyncIterable<Buffer>): Promise<{ layout: Layout; ignored: string[]; rows: AsyncGenerator<FileRow> }> {
  const rows = parseRows(file);
  const { value: heading } = await rows.next();
  if (!heading) throw new Error("The file is empty.");
  return { ...readHeadings(heading.cells), rows: checkWidths(rows, heading.cells.length) };
}

async function* checkWidths(rows: AsyncIterable<FileRow>, width: number): AsyncGenerator<FileRow> {
  for await (const row of rows) {
    const isTooWide = row.cells.slice(width).some((cell) => cell.trim() !== "");
    const problem = { column: wholeRow, reason: `The row has ${row.cells.length} cells, but the header has only ${width} cells.` };
    yield isTooWide ? { ...row, problem } : row;
  }
}

/**
 * Maximum number of cells per row that start with a quote. The function `quotationProblem` searches the whole row for each cell that starts
 * with a quote.
 */
const maxQuotedCells = 100;

const tooManyQuoted = {
  column: wholeRow,
  reason: `More than ${maxQuotedCells} cells in the row start with a quotation mark. Remove the quotation marks from the texts.`,
};

/**
 * Returns a problem if csv-parse kept a cell's quotes as text, as in `"A" ,5`. Too many cells that start with a quote are also a problem.
 */
function quotationProblem(cells: readonly string[], raw: Buffer): FileRow["problem"] {
  const suspects = cells.filter((cell) => cell.trimStart().startsWith('"'));
  if (suspects.length > maxQuotedCells) return tooManyQuoted;
  return suspects.some((cell) => !raw.includes(`"${cell.replaceAll('"', '""')}"`)) ? misquoted : undefined;
}

async function* parseRows(file: AsyncIterable<Buffer>): AsyncGenerator<FileRow> {
  const { delimiter, chunks } = await findDelimiter(file);
  const lines = new RowLines();
  const found: FileRow[] = [];
  const parser = parse({
    bom: true,
    delimiter,
    // Accepts mixed line endings. A file of concatenated exports can contain different line endings.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    // Allows quotes within a cell. The option `relax_quotes` also accepts misplaced quotes, which `quotationProblem` rejects.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
    // Collects rows in this callback, because the parser's stream drops buffered rows after an error.
    on_record: (cells: string[], { bytes }) => {
      const { line, raw } = lines.endRow(bytes);
      const problem = quotationProblem(cells, raw);
      found.push(problem ? { line, cells, problem } : { line, cells });
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

const [lineFeed, carriageReturn] = [10, 13];

/** Finds the line of each row by file offset. csv-parse reports correct offsets, but miscounts lines if quoted cells contain CRLF. */
class RowLines {
  #pending: Buffer = Buffer.alloc(0);
  #offset = 0;
  #line = 1;

  add(bytes: Buffer): void {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
  }

  /** Returns the first line and the raw bytes of the row that ends at `offset`. Call this method for each row, in order. */
  endRow(offset: number): { line: number; raw: Buffer } {
    const line = this.next();
    const raw = this.#pending.subarray(0, offset - this.#offset);
    for (const end of [lineFeed, carriageReturn])
      for (let at = raw.indexOf(end); at >= 0; at = raw.indexOf(end, at + 1)) if (endsLine(raw, at)) this.#line += 1;
    this.#pending = this.#pending.subarray(raw.length);
    this.#offset = offset;
    return { line, raw };
  }

  next(): number {
    let line = this.#line;
    for (const [at, byte] of this.#pending.entries()) {
      if (byte !== lineFeed && byte !== carriageReturn) break;
      if (endsLine(this.#pending, at)) line += 1;
    }
    return line;
  }
}

/** In CRLF, only the LF ends the line. */
function endsLine(bytes: Buffer, at: number): boolean {
  return bytes[at] === lineFeed || bytes[at + 1] !== lineFeed;
}
