const encoder = new TextEncoder();
/** Number of characters per chunk. Sending each line separately would be slower. */
const chunkLength = 65_536;
/** If no record arrives within this time in milliseconds, a shorter chunk is sent. */
const maxDelayMs = 20;

/**
 * Returns a request body with one record per line. Reads records only as fast as the connection sends them. If a record cannot be read or
 * serialized, sends the earlier records, and fails. `onError` gets the original error.
 */
export function ndjsonBody<Item>(
  records: Iterable<Item> | AsyncIterable<Item>,
  onError: (error: unknown) => void = () => {},
): ReadableStream<Uint8Array> {
  const source = Symbol.asyncIterator in records ? records[Symbol.asyncIterator]() : records[Symbol.iterator]();
  let pending: ReturnType<typeof source.next> | undefined;
  let failure: { error: unknown } | undefined;
  let text = "";
  /** Adds records to `text`. Returns true if the source has no more records. */
  const readChunk = async () => {
    let late: Promise<undefined> | undefined;
    while (text.length < chunkLength) {
      pending ??= source.next();
      if (text !== "") late ??= new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), maxDelayMs));
      const next = await (late ? Promise.race([pending, late]) : pending);
      if (!next) break;
      pending = undefined;
      if (next.done) return true;
      text += `${JSON.stringify(next.value)}\n`;
    }
    return false;
  };
  return new ReadableStream({
    async pull(controller) {
      const isAtEnd =
        failure === undefined &&
        (await readChunk().catch((error: unknown) => {
          failure = { error };
        }));
      const chunk = text;
      text = "";
      // Calls `controller.error` only after all chunks were read, because `error` discards unread chunks.
      if (chunk !== "") controller.enqueue(encoder.encode(chunk));
      if (isAtEnd) return controller.close();
      if (failure === undefined || chunk !== "") return;
      await source.return?.();
      onError(failure.error);
      throw failure.error;
    },
    async cancel() {
      await source.return?.();
    },
  });
}

/** Yields each line of a response when the line arrives. Skips blank lines. */
export async function* linesOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
      rest = done ? "" : (lines.pop() ?? "");
      yield* lines.filter((line) => line.trim() !== "");
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
