import { testSigner } from "@offergraph/testkit/signed-event";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startConsumer } from "./consume.js";
import { maxFetched } from "./in-flight.js";
import { runOrderedConsumer } from "./ordered-consumer.js";
import { ensureStream, managerOf, streamOf } from "./streams.js";
import { type ConsumersSetup, consumersSetup } from "./testing/consumers.js";
import { effectWriter } from "./testing/effect-writer.js";

let setup: ConsumersSetup;
beforeEach(async () => {
  setup = await consumersSetup();
});
afterEach(() => setup.end());

it("ends at once when aborted during a fetch", async () => {
  await ensureStream(setup.connection, setup.service);
  const over = new AbortController();
  const asking = new Proxy(setup.connection, {
    get: (target, name) => {
      if (name === "subscribe") queueMicrotask(() => over.abort());
      return Reflect.get(target, name);
    },
  });
  const begin = performance.now();
  await runOrderedConsumer({
    ...{
      connection: asking,
      stream: streamOf(setup.service),
      durable: "taker",
      addresses: ["taker/one"],
      filter: `offergraph.${setup.service}.>`,
    },
    ...{
      subjects: new Set([setup.happened.subject]),
      concurrency: 1,
      skip: () => false,
      onReceived: () => undefined,
      over: over.signal,
      taken: async () => [],
      take: async () => true,
    },
  });
  expect(over.signal.aborted).toBe(true);
  expect(performance.now() - begin).toBeLessThan(10_000);
});

it("skips processed events in bulk when the server has lost the consumer's position", async () => {
  const pool = setup.newPool();
  const write = effectWriter(pool);
  const taken: number[] = [];
  let transactions = 0;
  const consumer = startConsumer({
    ...{
      pool,
      nats: setup.link,
      signer: testSigner,
      service: `${setup.service}_taker`,
      name: "taker",
      definitions: [setup.happened],
      log: setup.log,
    },
    write(workspaceId, effect) {
      transactions += 1;
      return write(workspaceId, effect);
    },
    handle: async (_, { data }) => void taken.push(data.number),
  });
  setup.atEnd(() => consumer.stop());
  const many = Array.from({ length: 4 * maxFetched }, (_, number) => number);
  await setup.commit(...many.map((number) => setup.event(`${number % 9}`, number)));
  await vi.waitFor(() => expect(taken).toHaveLength(many.length), polling);
  transactions = 0;
  const { consumers } = await managerOf(setup.connection);
  await consumers.delete(streamOf(setup.service), `${setup.service}_taker_taker`);
  await setup.commit(setup.event("new", many.length));
  await vi.waitFor(() => expect(taken).toHaveLength(many.length + 1), polling);
  expect(transactions).toBeLessThan(2 * maxFetched);
});
