import { randomUUID } from "node:crypto";
import { pendingEvent } from "@offergraph/shared/contracts/cloud-event";
import { defineEvent } from "@offergraph/shared/contracts/define-event";
import { createMetrics } from "@offergraph/shared/telemetry/metrics";
import { testSigner } from "@offergraph/testkit/signed-event";
import { backlogOf } from "@offergraph/testkit/streams";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type ConsumerOptions, startConsumer } from "./consume.js";
import { keepsOf } from "./kept-fields.js";
import { managerOf, streamOf } from "./streams.js";
import { type ConsumersSetup, consumersSetup } from "./testing/consumers.js";
import { type EffectTransaction, effectWriter } from "./testing/effect-writer.js";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
let setup: ConsumersSetup;
beforeEach(async () => {
  setup = await consumersSetup();
});
afterEach(() => setup.end());

const changedOf = (service: string) =>
  defineEvent({
    subject: `offergraph.${service}.thing.changed.v1`,
    description: "A thing changed.",
    recordId: "the thing",
    data: z.object({ changed: z.array(z.enum(["kept", "other"])) }),
  });
type Changed = ReturnType<typeof changedOf>;

/**
 * Starts a consumer of the event thing.changed. Counts the transactions of the consumer, and lists the workspace of each processed event in
 * order.
 */
function follow(options: Partial<ConsumerOptions<EffectTransaction, Changed>> = {}) {
  const pool = setup.newPool();
  const write = effectWriter(pool);
  const changed = changedOf(setup.service);
  const seen = { transactions: 0, workspaces: [] as string[] };
  const consumer = startConsumer<EffectTransaction, Changed>({
    ...{ pool, nats: setup.link, service: `${setup.service}_taker`, name: "follower", signer: testSigner, log: setup.log },
    definitions: [changed],
    firstRetryMs: 5,
    handle: async (_, { workspaceId }) => void seen.workspaces.push(workspaceId),
    write(workspaceId, effect) {
      seen.transactions += 1;
      return write(workspaceId, effect);
    },
    ...options,
  });
  setup.atEnd(() => consumer.stop());
  const event = (workspaceId: string, fields: ("kept" | "other")[]) =>
    pendingEvent(changed, { workspaceId, recordId: randomUUID(), data: { changed: fields }, actor: null, time: new Date() });
  return { seen, event };
}

const isDone = () =>
  vi.waitFor(async () => {
    expect(await setup.waiting()).toBe(0);
    expect(await backlogOf(setup.connection, setup.service, `${setup.service}_taker_follower`)).toBe(0);
  }, polling);

describe("a consumer during a bulk write", () => {
  it("runs no transaction for events that changed no relevant field", async () => {
    const { seen, event } = follow({ keeps: keepsOf(changedOf(setup.service), ["kept"]) });
    const workspaceId = randomUUID();
    await setup.commit(...numbers(500).map(() => event(workspaceId, ["other"])), event(workspaceId, ["other", "kept"]));
    await vi.waitFor(() => expect(seen.workspaces).toHaveLength(1), polling);
    await isDone();
    expect(seen).toEqual({ transactions: 1, workspaces: [workspaceId] });
    expect((await setup.pool.query("SELECT FROM inbox_events")).rowCount).toBe(1);
  });

  it("runs no transaction for events of a workspace that does not need them", async () => {
    const [idle, busy] = [randomUUID(), randomUUID()];
    const { seen, event } = follow({ isNeeded: async (workspaceId) => workspaceId === busy });
    await setup.commit(...numbers(300).map(() => event(idle, ["kept"])), event(busy, ["kept"]));
    await isDone();
    expect(seen).toEqual({ transactions: 1, workspaces: [busy] });
  });

  it("processes 1,000 events in few transactions", async () => {
    const taken: string[] = [];
    const { seen, event } = follow({ handleBatch: async (_, events) => void taken.push(...events.map(({ id }) => id)) });
    const workspaceId = randomUUID();
    await setup.commit(...numbers(1_000).map(() => event(workspaceId, ["kept"])));
    await vi.waitFor(() => expect(taken).toHaveLength(1_000), polling);
    expect(seen.transactions).toBeLessThanOrEqual(25);
  });

  it.each([
    ["one by one", false],
    ["in batches", true],
  ])("records the age of a busy workspace's events in a class of its own, %s", async (_how, isBatched) => {
    const [busy, other] = [randomUUID(), randomUUID()];
    const { seen, event } = follow(
      isBatched ? { handleBatch: async (_, events) => void seen.workspaces.push(...events.map(({ workspaceId }) => workspaceId)) } : {},
    );
    await setup.commit(...numbers(300).map(() => event(busy, ["kept"])), event(other, ["kept"]));
    await vi.waitFor(() => expect(seen.workspaces).toHaveLength(301), polling);
    await isDone();
    const metric = (await createMetrics("test").read()).find(({ name }) => name === "offergraph_event_age_seconds");
    const own = (metric?.values ?? []).filter(({ labels }) => labels.consumer === `${setup.service}_taker/follower`);
    const of = (name: string) => own.find(({ labels }) => labels.workspace_class === name && labels.le === "+Inf")?.value ?? 0;
    // The first events of a busy workspace count as events of the other workspaces.
    expect(of("busy")).toBeGreaterThanOrEqual(300 - 64);
    expect(of("busy") + of("other")).toBe(301);
    expect(of("other")).toBeGreaterThanOrEqual(1);
  });

  it("processes a batch with a failing event in few transactions, and that event alone", async () => {
    const [taken, bad] = [new Set<string>(), { id: "" }];
    const refuse = (id: string) => {
      if (id === bad.id) throw new Error("no");
    };
    const { seen, event } = follow({
      handle: async (_, { id }) => refuse(id),
      async handleBatch(_, events) {
        for (const { id } of events) refuse(id);
        for (const { id } of events) taken.add(id);
      },
    });
    const events = numbers(400).map(() => event(setup.workspaceId, ["kept"]));
    bad.id = events[200]?.event.id ?? "";
    await setup.commit(...events);
    await vi.waitFor(
      async () => expect((await setup.pool.query("SELECT FROM inbox_events WHERE consumer = 'follower:dead'")).rowCount).toBe(1),
      polling,
    );
    await vi.waitFor(
      async () => expect((await setup.pool.query("SELECT FROM inbox_events WHERE consumer = 'follower'")).rowCount).toBe(399),
      polling,
    );
    // The limit allows transactions for 8 attempts, the dead letter, the halved batches and the single events of the smallest batch.
    expect(seen.transactions).toBeLessThan(60);
    expect(taken.has(bad.id)).toBe(false);
  });

  it.each([
    ["one by one", false],
    ["in batches", true],
  ])("takes a small workspace's event ahead of a large one's backlog, %s", async (_how, isBatched) => {
    const [large, small] = [randomUUID(), randomUUID()];
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const order: string[] = [];
    const begun = new Set<string>();
    const take = async (workspaces: string[]) => {
      for (const workspace of workspaces) begun.add(workspace);
      await gate;
      order.push(...workspaces);
    };
    const { event } = follow({
      concurrency: 1,
      handle: async (_, { workspaceId }) => take([workspaceId]),
      ...(isBatched && { handleBatch: async (_, events) => take(events.map(({ workspaceId }) => workspaceId)) }),
    });
    await setup.commit(...numbers(1_200).map(() => event(large, ["kept"])));
    await vi.waitFor(async () => expect(await setup.waiting()).toBe(0), polling);
    await setup.commit(event(small, ["kept"]));
    const { consumers } = await managerOf(setup.connection);
    const behind = async () => (await consumers.info(streamOf(setup.service), `${setup.service}_taker_follower`)).num_pending;
    await vi.waitFor(async () => expect([await setup.waiting(), await behind()]).toEqual([0, 0]), polling);
    if (isBatched) await vi.waitFor(() => expect(begun).toContain(small), polling);
    open();
    await vi.waitFor(() => expect(order).toHaveLength(1_201), polling);
    // The limit allows the consumer to process the events of one fetch (256) before the event of `small`.
    expect(order.indexOf(small)).toBeLessThan(300);
  });
});
