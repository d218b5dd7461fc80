import type { Answers, Change, Collector, Taken } from "./collect.js";
import { type StoredResponse, storeResponse } from "./stored-response.js";

const typingPauseMs = 500;

/** Sends the requests of a response one at a time, in order. */
export function submitQueue(collector: Collector, publicKey: string, kept: StoredResponse) {
  let queue: Promise<unknown> = Promise.resolve();
  let waiting: { timer: ReturnType<typeof setTimeout>; answers: Answers } | undefined;

  function next(send: () => Promise<Taken>): Promise<Taken> {
    const sent = queue.then(send);
    queue = sent.catch(() => undefined);
    return sent;
  }
  /** Adds null for each removed answer, because the server merges sent answers into stored answers. */
  function whole(answers: Answers): Answers {
    const given = { ...Object.fromEntries(kept.sent.map((name) => [name, null])), ...answers };
    kept.sent = Object.keys(given);
    storeResponse(publicKey, kept);
    return given;
  }
  function takeWaiting(): Answers | undefined {
    clearTimeout(waiting?.timer);
    const answers = waiting?.answers;
    waiting = undefined;
    return answers;
  }
  function change({ answers, ...rest }: Change): Promise<Taken> {
    takeWaiting();
    return next(() => collector.change(kept.id, { ...rest, ...(answers && { answers: whole(answers) }) }));
  }
  /** Sends unsent answers immediately. Ignores errors, because the next page change reports the same errors. */
  function flush(): void {
    const answers = takeWaiting();
    if (answers) change({ answers }).catch(() => undefined);
  }
  return {
    start: (): Promise<Taken> => next(() => collector.start(kept)),
    /** Sends the answers when the visitor stops typing. */
    changed(answers: Answers): void {
      takeWaiting();
      waiting = { answers, timer: setTimeout(flush, typingPauseMs) };
    },
    flush,
    change,
  };
}
