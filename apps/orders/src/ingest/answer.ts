import type { AnswerError } from "@offergraph/shared/subgraph/errors";
import type { Result } from "./intake.js";

/** How an answer is written down. */
export interface Form {
  contentType: string;
  head: string;
  /** Between two results. */
  between: string;
  /** `error`: what ended it before its time. */
  tail(error: AnswerError | undefined): string;
}

export const json: Form = {
  contentType: "application/json; charset=utf-8",
  head: '{"results":[',
  between: ",\n",
  tail: (error) => (error ? `],"errors":${JSON.stringify([error])}}` : "]}"),
};

/** For whoever asks for it: a result a line, and an error as the last one. */
export const lines: Form = {
  contentType: "application/x-ndjson; charset=utf-8",
  head: "",
  between: "\n",
  tail: (error) => (error ? `\n${JSON.stringify({ errors: [error] })}\n` : "\n"),
};

/** The parts of an answer, as its results come. `errorOf`: what may be said of a failure. */
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

/** The same results, once the first of them are there: throws what keeps them from coming. */
export async function begun(results: AsyncIterable<Result[]>): Promise<AsyncIterable<Result[]>> {
  const iterator = results[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
}
