const [lineFeed, carriageReturn] = [10, 13];

/**
 * Maps rows to line numbers. csv-parse reports correct offsets, but miscounts lines if quoted cells contain CRLF. Buffers only bytes that
 * belong to no row yet.
 */
export class RowLines {
  #pending: Buffer = Buffer.alloc(0);
  #offset = 0;
  #line = 1;

  add(bytes: Buffer): void {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
  }

  /** Returns the first line and the raw bytes of the row that ends at this file offset. Call it for rows in order. */
  endRow(offset: number): { line: number; raw: Buffer } {
    const line = this.next();
    const raw = this.#pending.subarray(0, offset - this.#offset);
    for (const end of [lineFeed, carriageReturn])
      for (let at = raw.indexOf(end); at >= 0; at = raw.indexOf(end, at + 1)) if (endsLine(raw, at)) this.#line += 1;
    this.#pending = this.#pending.subarray(raw.length);
    this.#offset = offset;
    return { line, raw };
  }

  /** Returns the first line of the next row, after empty lines. */
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
