import { afterEach, beforeEach, expect, it } from "vitest";
import { runSession } from "./session.js";
import { ensureStream, streamOf } from "./streams.js";
import { type EventsSetup, eventsSetup } from "./testing/setup.js";

let setup: EventsSetup;
beforeEach(async () => {
  setup = await eventsSetup();
});
afterEach(() => setup.end());

it("is over at once when that is said just as it asks for messages", async () => {
  await ensureStream(setup.connection, setup.service);
  const over = new AbortController();
  const asking = new Proxy(setup.connection, {
    get: (target, name) => {
      if (name === "subscribe") queueMicrotask(() => over.abort());
      return Reflect.get(target, name);
    },
  });
  const begin = performance.now();
  await runSession({
    ...{
      connection: asking,
      stream: streamOf(setup.service),
      durable: "taker",
      address: "taker/one",
      filter: `offergraph.${setup.service}.>`,
    },
    ...{ concurrency: 1, over: over.signal, taken: async () => [], take: async () => true },
  });
  expect(over.signal.aborted).toBe(true);
  expect(performance.now() - begin).toBeLessThan(10_000);
});
