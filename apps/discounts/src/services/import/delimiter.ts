const delimiters = [",", ";", "\t"] as const;

const maxHeadBytes = 1_048_576;

/** Returns the most frequent unquoted delimiter of the first line. Spreadsheets write ";" in locales with a decimal comma. */
export function delimiterOf(firstLine: string): string {
  const unquoted = firstLine.replace(/"(?:[^"]|"")*"?/g, "");
  const counts = delimiters.map((delimiter) => unquoted.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Finds the delimiter in the first line. The returned chunks contain the file from its start. Rejects if the file cannot be read. */
export async function findDelimiter(file: AsyncIterable<Buffer>) {
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
    yield* { [Symbol.asyncIterator]: () => chunks };
  } finally {
    await chunks.return?.();
  }
}
