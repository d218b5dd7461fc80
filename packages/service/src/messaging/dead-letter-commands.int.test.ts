import { testSigner } from "@offergraph/testkit/signed-event";
import { Command } from "commander";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { connectNats } from "./connection.js";
import { addDeadLetterCommands } from "./dead-letter-commands.js";
import { type DeadLetter, publishDeadLetter } from "./dead-letters.js";
import { ensureStream } from "./streams.js";
import { type EventsSetup, eventsSetup } from "./testing/setup.js";

let setup: EventsSetup;
beforeEach(async () => {
  setup = await eventsSetup();
});
afterEach(() => setup.end());

async function run(...words: string[]) {
  const show = vi.fn<(value: unknown, text: string) => void>();
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  addDeadLetterCommands(program, { connect: () => connectNats({ url: inject("natsUrl"), name: "test", log: setup.log }), show });
  await program.parseAsync(["node", "offergraph", "events", "dlq", ...words]);
  const [value, text] = show.mock.calls[0] ?? [];
  return { value, text };
}

describe("events dlq", () => {
  it("lists, shows and replays dead letters of a consumer", async () => {
    const consumer = `${setup.service}/taker`;
    await ensureStream(setup.connection, setup.service);
    const events = [setup.event("one", 1).event, setup.event("one", 2).event];
    for (const [index, event] of events.entries()) {
      const data = Buffer.from(JSON.stringify(event));
      const signature = testSigner.sign(setup.service, event.type, data);
      const died = { reason: "FAILED", error: "Out of\nluck.", attempts: 8 } as const;
      const letter = { service: setup.service, consumer: "taker", subject: event.type, sequence: index, data, signature };
      await publishDeadLetter(setup.connection, { ...letter, ...died });
    }
    const list = (await run("list", "--consumer", consumer)).value as DeadLetter[];
    expect(list).toMatchObject([{ consumer, event: events[0], error: "Out of luck.", attempts: 8 }, { eventId: events[1]?.id }]);
    expect((await run("list", "--consumer", consumer, "--limit", "1")).value).toEqual(list.slice(0, 1));
    const first = String(list[0]?.id);
    expect((await run("show", first)).text).toContain(`${events[0]?.id}  after 8 attempts: Out of luck.`);

    expect((await run("replay", first)).value).toEqual({ replayed: [list[0]?.id] });
    expect((await run("replay", "--all", "--consumer", consumer)).value).toEqual({ replayed: [list[1]?.id] });
    expect((await run("list", "--consumer", consumer)).text).toBe("There are no dead letters.");
    expect(await setup.published()).toEqual(events);
  });

  it("reports invalid arguments", async () => {
    await expect(run("show", "999999999")).rejects.toThrow("There is no dead letter 999999999.");
    await expect(run("show", "x")).rejects.toThrow("whole number");
    await expect(run("replay")).rejects.toThrow("Pass the ids of dead letters, or --all.");
    await expect(run("list", "--consumer", "nobody")).rejects.toThrow('Invalid consumer "nobody". Use <service>/<name>.');
  });
});
