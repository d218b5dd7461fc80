import type { Answers, Collector, Outcome, Taken } from "./collect.js";

const restAfterTyping = 500;

/** Sends a response's answers one request after the other, in the order in which they were given. */
export function sending(collector: Collector, id: string) {
  let queue: Promise<unknown> = Promise.resolve();
  let waiting: { timer: ReturnType<typeof setTimeout>; answers: Answers } | undefined;

  function next<Value>(send: () => Promise<Value>): Promise<Value> {
    const sent = queue.then(send);
    queue = sent.catch(() => undefined);
    return sent;
  }
  function takeWaiting(): Answers | undefined {
    clearTimeout(waiting?.timer);
    const answers = waiting?.answers;
    waiting = undefined;
    return answers;
  }
  /** What is refused here is told when the visitor goes on. */
  function flush(): void {
    const answers = takeWaiting();
    if (answers) next(() => collector.save(id, answers)).catch(() => undefined);
  }
  return {
    start: (answers: Answers): Promise<Taken> => next(() => collector.start(id, answers)),
    /** Sent once the visitor pauses. */
    changed(answers: Answers): void {
      takeWaiting();
      waiting = { answers, timer: setTimeout(flush, restAfterTyping) };
    },
    flush,
    /** Says what the server thinks of these answers. */
    save(answers: Answers): Promise<Taken> {
      takeWaiting();
      return next(() => collector.save(id, answers));
    },
    finish(answers: Answers, outcome: Outcome): Promise<Taken> {
      takeWaiting();
      return next(() => collector.finish(id, answers, outcome));
    },
  };
}
export type Sending = ReturnType<typeof sending>;
