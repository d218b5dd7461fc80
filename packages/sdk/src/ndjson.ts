const encoder = new TextEncoder();
/** Sends lines in chunks of this many characters, because sending a chunk costs more time than formatting one line. */
const chunkLength = 65_536;
/** Sends a shorter chunk if the next record takes longer. */
const maxDelayMs = 20;

/**
 * Returns a request body that writes each record on a line of its own. Reads the records as fast as the connection sends them. If the source
 * fails, calls `onError` before the body fails, because `fetch` does not always keep the error of its body.
 */
export function ndjsonBody<Item>(
  records: Iterable<Item> | AsyncIterable<Item>,
  onError: (error: unknown) => void = () => {},
): ReadableStream<Uint8Array> {
  const source = Symbol.asyncIterator in records ? records[Symbol.asyncIterator]() : records[Symbol.iterator]();
  let pending: ReturnType<typeof source.next> | undefined;
  const readChunk = async () => {
    let text = "";
    let late: Promise<undefined> | undefined;
    while (text.length < chunkLength) {
      pending ??= source.next();
      if (text !== "") late ??= new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), maxDelayMs));
      const next = await (late ? Promise.race([pending, late]) : pending);
      if (!next) break;
      pending = undefined;
      if (next.done) return { text, done: true };
      text += `${JSON.stringify(next.value)}\n`;
    }
    return { text, done: false };
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const { text, done } = await readChunk();
        if (text !== "") controller.enqueue(encoder.encode(text));
        if (done) controller.close();
      } catch (error) {
        onError(error);
        throw error;
      }
    },
    async cancel() {
      await source.return?.();
    },
  });
}

/** Yields the lines of a response that are not blank, as they arrive. */
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
