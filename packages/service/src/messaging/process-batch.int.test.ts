import { publishEvents } from "@offergraph/testkit/streams";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { replayDeadLetter } from "./dead-letters.js";
import { ensureStream } from "./streams.js";
import { type ConsumersSetup, consumersSetup } from "./testing/consumers.js";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
let setup: ConsumersSetup;
beforeEach(async () => {
  setup = await consumersSetup();
});
afterEach(() => setup.end());

describe("consumer that processes events in batches", () => {
  const transactions = async () =>
    (await setup.pool.query("SELECT DISTINCT xmin::text FROM inbox_events WHERE consumer = 'noter'")).rowCount ?? 0;

  it("processes many records in few transactions, each record in order", async () => {
    const records = numbers(100).map((number) => `record-${number}`);
    await setup.commit(...records.flatMap((record) => [1, 2, 3].map((number) => setup.event(record, number))));
    setup.consumer({ together: true });
    await setup.effectsAre(Object.fromEntries(records.map((record) => [record, [1, 2, 3]])));
    expect(await transactions()).toBeLessThan(60);
  });

  it("processes each event once, also redelivered ones among new ones", async () => {
    setup.consumer({ together: true });
    const events = numbers(20).map((number) => setup.event(`record-${number}`, 1));
    await ensureStream(setup.connection, setup.service);
    const publish = (time: string) =>
      publishEvents(
        setup.connection,
        events.map(({ event }) => event),
        ({ id }) => `${id} ${time}`,
      );
    await Promise.all([publish("a"), publish("b"), setup.commit(setup.event("new", 1))]);
    await setup.commit(...events.map(({ event }) => setup.event(event.subject, 2)));
    await setup.effectsAre({ ...Object.fromEntries(events.map(({ event }) => [event.subject, [1, 2]])), new: [1] });
  });

  it("processes the others if one fails, which goes to the dead letters and can be replayed", async () => {
    let broken = true;
    setup.consumer({
      together: true,
      before(event) {
        if (broken && event.recordId === "record-7") throw new Error("no");
      },
    });
    const records = numbers(30).map((number) => `record-${number}`);
    await setup.commit(...records.map((record) => setup.event(record, 1)));
    const others = records.filter((record) => record !== "record-7");
    await setup.effectsAre(Object.fromEntries(others.map((record) => [record, [1]])));
    const letter = await setup.deadLetter();
    broken = false;
    await replayDeadLetter(setup.connection, letter.id);
    await setup.effectsAre(Object.fromEntries(records.map((record) => [record, [1]])));
  });

  it("continues after another replica stopped, with one effect per event", async () => {
    const records = numbers(300).map((number) => `record-${number}`);
    const first = setup.consumer({ together: true });
    setup.consumer({ together: true });
    await setup.commit(...records.map((record) => setup.event(record, 1)));
    await vi.waitFor(async () => expect(Object.keys(await setup.effects()).length).toBeGreaterThan(0), polling);
    await first.stop();
    await setup.effectsAre(Object.fromEntries(records.map((record) => [record, [1]])));
  });
});
