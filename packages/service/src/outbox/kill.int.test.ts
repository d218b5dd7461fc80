import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { testSigner } from "@offergraph/testkit/signed-event";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { type EventsSetup, eventsSetup, publishedByRecord } from "../messaging/testing/setup.js";
import { startRelay } from "./relay.js";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const children: ChildProcess[] = [];
let setup: EventsSetup;
beforeEach(async () => {
  setup = await eventsSetup();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await setup.end();
});

function start(mode: "commit, then die" | "publish, then die" | "lead", ...rest: string[]) {
  const script = fileURLToPath(new URL("./testing/child.ts", import.meta.url));
  const parameters = [mode, setup.connectionString, inject("natsUrl"), setup.service, ...rest];
  const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", script, ...parameters], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.push(child);
  return { child, ended: once(child, "exit") };
}

async function relayTheRest() {
  const relay = startRelay({ pool: setup.pool, nats: setup.link, service: setup.service, signer: testSigner, log: setup.log });
  setup.atEnd(() => relay.stop());
  await vi.waitFor(async () => expect(await setup.waiting()).toBe(0), polling);
}

/** Locks the last event's row in the outbox, so that the relay cannot delete the row. Returns the function that releases the lock. */
async function holdLast(): Promise<() => Promise<void>> {
  const holding = await setup.pool.connect();
  await holding.query("BEGIN; SELECT FROM outbox_events ORDER BY sequence DESC LIMIT 1 FOR UPDATE");
  return async () => {
    await holding.query("ROLLBACK");
    holding.release();
  };
}

describe("a replica killed by SIGKILL", () => {
  it("between commit and publish: the event is published, once", async () => {
    const { ended } = start("commit, then die", JSON.stringify([setup.event("one", 1)]));
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(await setup.waiting()).toBe(1);
    await relayTheRest();
    expect(publishedByRecord(await setup.published())).toEqual({ one: [1] });
  });

  it("between publish and delete: the event is in the stream once", async () => {
    await setup.commit(...numbers(10).map((number) => setup.event("one", number)));
    expect(await start("publish, then die").ended).toEqual([null, "SIGKILL"]);
    expect(publishedByRecord(await setup.published())).toEqual({ one: numbers(10) });
    expect(await setup.waiting()).toBe(10);
    await setup.commit(setup.event("one", 10));
    await relayTheRest();
    expect(publishedByRecord(await setup.published())).toEqual({ one: numbers(11) });
  });

  it("while it holds the relay: another takes over, no event twice, each record in order", async () => {
    const { child, ended } = start("lead");
    await setup.commit(setup.event("first", 0));
    await vi.waitFor(async () => expect(await setup.waiting()).toBe(0), polling);
    // Suspends the replica until the last event is locked, because the replica can empty the outbox before.
    child.kill("SIGSTOP");
    await setup.commit(...numbers(3_000).map((number) => setup.event(`r${number % 30}`, Math.floor(number / 30))));
    const release = await holdLast();
    child.kill("SIGCONT");
    await vi.waitFor(async () => expect(await setup.waiting()).toBeLessThan(2_900), { ...polling, interval: 1 });
    child.kill("SIGKILL");
    await ended;
    expect(await setup.waiting()).toBeGreaterThan(0);
    await release();
    await relayTheRest();
    const { first, ...found } = publishedByRecord(await setup.published());
    expect(first).toEqual([0]);
    expect(Object.keys(found)).toHaveLength(30);
    for (const each of Object.values(found)) expect(each).toEqual(numbers(100));
  });
});
