const delimiters = [",", ";", "\t"] as const;

const maxHeadBytes = 1_048_576;

/** Returns the most frequent unquoted delimiter of the first line. Spreadsheets write ";" in locales with a decimal comma. */
export function delimiterOf(firstLine: string): string {
  const unquoted = firstLine.replace(/"(?:[^"]|"")*"?/g, "");
  const counts = delimiters.map((delimiter) => unquoted.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Finds the delimiter in the first line. The returned chunks contain the whole file. Rejects if the file cannot be read. */
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

/**
 * Returns the first non-empty line. Returns undefined if `head` does not contain the line's end. Uses a loop, because a regular expression
 * would backtrack on many quotes.
 */
function firstLineOf(head: Buffer): string | undefined {
  const text = head.toString("utf8");
  const start = /^\uFEFF?[\r\n]*/.exec(text)?.[0].length ?? 0;
  let isQuoted = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === "\r" || character === "\n")) return text.slice(start, at);
  }
  return undefined;
}

async function* continued(head: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  } finally {
    await chunks.return?.();
  }
}
