const delimiters = [",", ";", "\t"] as const;

export type Delimiter = (typeof delimiters)[number];

const maxHeadBytes = 1_048_576;

/**
 * Returns the delimiter that occurs most often in the first line, outside of quotes. Spreadsheets write semicolons in locales with a decimal
 * comma.
 */
export function delimiterOf(firstLine: string): Delimiter {
  const unquoted = firstLine.replace(/"(?:[^"]|"")*"?/g, "");
  const counts = delimiters.map((delimiter) => unquoted.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** A file with its delimiter; `chunks` yields all its bytes. */
export interface DelimitedFile {
  delimiter: Delimiter;
  chunks: AsyncIterable<Buffer>;
}

/** Reads the first line to find the delimiter. Rejects with errors of the file. */
export async function findDelimiter(file: AsyncIterable<Buffer>): Promise<DelimitedFile> {
  const chunks = file[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (firstLineOf(head) === undefined && head.length < maxHeadBytes) {
    const { value, done } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const delimiter = delimiterOf(firstLineOf(head) ?? head.toString("utf8"));
  return { delimiter, chunks: continued(head, chunks) };
}

function firstLineOf(head: Buffer): string | undefined {
  return /^\uFEFF?(?:\r?\n)*((?:"(?:[^"]|"")*"|[^"\r\n])+)[\r\n]/.exec(head.toString("utf8"))?.[1];
}

async function* continued(head: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    for (;;) {
      const { value, done } = await chunks.next();
      if (done) return;
      yield value;
    }
  } finally {
    await chunks.return?.();
  }
}
