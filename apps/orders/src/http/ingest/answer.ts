import type { AnswerError } from "@offergraph/service/subgraph/errors";
import type { Result } from "../../services/ingest/write-batch.js";

export interface Form {
  contentType: string;
  head: string;
  between: string;
  /** `error` is set if an error ended the response early. */
  tail(error: AnswerError | undefined): string;
}

export const json: Form = {
  contentType: "application/json; charset=utf-8",
  head: '{"results":[',
  between: ",\n",
  tail: (error) => (error ? `],"errors":${JSON.stringify([error])}}` : "]}"),
};

export const lines: Form = {
  contentType: "application/x-ndjson; charset=utf-8",
  head: "",
  between: "\n",
  tail: (error) => (error ? `\n${JSON.stringify({ errors: [error] })}\n` : "\n"),
};

export async function* answerParts(
  results: AsyncIterable<readonly Result[]>,
  { head, between, tail }: Form,
  errorOf: (error: unknown) => AnswerError,
): AsyncGenerator<string> {
  let before = head;
  try {
    for await (const some of results) {
      yield before + some.map((result) => JSON.stringify(result)).join(between);
      before = between;
    }
    yield (before === head ? head : "") + tail(undefined);
  } catch (error) {
    yield (before === head ? head : "") + tail(errorOf(error));
  }
}

/** Waits for the first results, because an earlier error can still change the HTTP status. */
export async function begun(results: AsyncIterable<Result[]>): Promise<AsyncIterable<Result[]>> {
  const iterator = results[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
}
