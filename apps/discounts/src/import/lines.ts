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

  /** The row that is over at this offset of the file: the line at which it begins, and its bytes as they stand there; rows in order. */
  endRow(offset: number): { line: number; raw: Buffer } {
    const line = this.next();
    const raw = this.#pending.subarray(0, offset - this.#offset);
    for (const end of [lineFeed, carriageReturn])
      for (let at = raw.indexOf(end); at >= 0; at = raw.indexOf(end, at + 1)) if (endsLine(raw, at)) this.#line += 1;
    this.#pending = this.#pending.subarray(raw.length);
    this.#offset = offset;
    return { line, raw };
  }

  /** The line at which the row begins that is not over yet: empty lines are no row's. */
  next(): number {
    let line = this.#line;
    for (const [at, byte] of this.#pending.entries()) {
      if (byte !== lineFeed && byte !== carriageReturn) break;
      if (endsLine(this.#pending, at)) line += 1;
    }
    return line;
  }
}

/** Of CRLF, the LF does. */
function endsLine(bytes: Buffer, at: number): boolean {
  return bytes[at] === lineFeed || bytes[at + 1] !== lineFeed;
}
