import { isUtf8 } from "node:buffer";

/** A line and its number. Numbers start at 1 and include blank lines. `fault` is set if the line cannot be read. */
export type Line = { number: number } & ({ text: string; fault?: undefined } | { text?: undefined; fault: string });

export const maxLineBytes = 1024 * 1024;

const newline = 0x0a;
const mark = Buffer.from([0xef, 0xbb, 0xbf]);
const tooLong = `The line is longer than the maximum of ${maxLineBytes} bytes.`;

/** Yields the non-blank lines of each chunk. If the stream ends with an error, discards text after the last newline. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  const splitter = new Splitter();
  for await (const chunk of chunks) {
    const lines = splitter.take(chunk);
    if (lines.length > 0) yield lines;
  }
  const last = splitter.end();
  if (last) yield [last];
}

class Splitter {
  #begun: Buffer[] = [];
  #begunBytes = 0;
  #number = 0;

  take(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
      this.#begin(chunk.subarray(from, to));
      const line = this.end();
      if (line) lines.push(line);
      from = to + 1;
    }
    this.#begin(chunk.subarray(from));
    return lines;
  }

  end(): Line | undefined {
    const isTooLong = this.#begunBytes > maxLineBytes;
    const bytes = this.#begun.length === 1 && this.#begun[0] ? this.#begun[0] : Buffer.concat(this.#begun);
    this.#begun = [];
    this.#begunBytes = 0;
    const number = ++this.#number;
    const isMarked = number === 1 && bytes.subarray(0, mark.length).equals(mark);
    if (isTooLong) return { number, fault: tooLong };
    if (!isUtf8(bytes)) return { number, fault: "The line is not valid UTF-8." };
    const text = bytes.toString("utf8", isMarked ? mark.length : 0);
    return text.trim() === "" ? undefined : { number, text };
  }

  #begin(part: Buffer): void {
    if (part.length === 0) return;
    this.#begunBytes += part.length;
    if (this.#begunBytes <= maxLineBytes) this.#begun.push(part);
    else this.#begun = [];
  }
}
