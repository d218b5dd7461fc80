const [lineFeed, carriageReturn] = [10, 13];

/**
 * Tells at which line of a file each row begins: a parser of rows knows offsets, and loses count of lines where CRLF stands in quotes.
 * Keeps no more than what has no row yet.
 */
export class RowLines {
  #pending: Buffer = Buffer.alloc(0);
  #offset = 0;
  #line = 1;

  /** The next bytes of the file. */
  add(bytes: Buffer): void {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
  }

  /** The line at which the row begins that is over at this offset of the file; rows in order. */
  endRow(offset: number): number {
    const line = this.next();
    const row = this.#pending.subarray(0, offset - this.#offset);
    for (let at = row.indexOf(lineFeed); at >= 0; at = row.indexOf(lineFeed, at + 1)) this.#line += 1;
    this.#pending = this.#pending.subarray(row.length);
    this.#offset = offset;
    return line;
  }

  /** The line at which the row begins that is not over yet: empty lines are no row's. */
  next(): number {
    let line = this.#line;
    for (const byte of this.#pending) {
      if (byte === lineFeed) line += 1;
      else if (byte !== carriageReturn) break;
    }
    return line;
  }
}
