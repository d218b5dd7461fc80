import { defineEvent } from "@offergraph/shared/contracts/define-event";
import { ManualClock } from "@offergraph/shared/time/clock";
import { testSigner } from "@offergraph/testkit/signed-event";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { sql } from "../db/statement.js";
import { byRecord, type EventsSetup, eventsSetup } from "../messaging/testing/setup.js";
import { pendingEvent } from "../outbox/add.js";
import { startRelay } from "../outbox/relay.js";
import { createRawClient, type RawPrisma } from "../subgraph/testing/raw-client.js";
import { BatchSizes } from "./batch-sizes.js";
import { type Consumer, consumerFor, startDefinedConsumer } from "./consumer.js";
import { createDatabase } from "./database.js";
import { jobFor, startJob } from "./job.js";
import type { Tx } from "./tx.js";

const noticed = defineEvent({
  subject: "offergraph.trial.thing.noticed.v1",
  description: "A thing was noticed.",
  recordId: "the thing's id",
  data: z.object({ by: z.string() }),
});
const define = consumerFor<RawPrisma>();
const at = "2026-06-01T12:00:00.000Z";

let setup: EventsSetup;
let deps: Parameters<typeof startDefinedConsumer>[1];
beforeEach(async () => {
  setup = await eventsSetup();
  const { pool, link: nats, log, service } = setup;
  const relay = startRelay({ pool, nats, service, signer: testSigner, log, pollMs: 50 });
  setup.atEnd(() => relay.stop());
  const clock = new ManualClock(at);
  const database = createDatabase({ pool, createClient: createRawClient, log, clock, notify: () => undefined });
  deps = { pool, nats, signer: testSigner, log, clock, database, batchSizes: new BatchSizes() };
});
afterEach(() => setup.end());

const start = (consumer: Consumer<never>) => {
  const started = startDefinedConsumer(`${setup.service}_taker`, deps, consumer);
  setup.atEnd(() => started.stop());
};
const note = (tx: Pick<Tx<RawPrisma>, "sql" | "workspaceId">, record: string, number: number) =>
  tx.sql(
    sql`INSERT INTO effects (consumer, workspace_id, record, number) VALUES ('noter', ${tx.workspaceId}::uuid, ${record}, ${number}::int)`,
  );
const effects = async () => byRecord((await setup.pool.query("SELECT record, number FROM effects ORDER BY position")).rows);
const emitted = async () =>
  (await setup.pool.query("SELECT event FROM outbox_events WHERE subject = $1 ORDER BY sequence", [noticed.subject])).rows.map(
    ({ event }) => event,
  );
const happen = (requestId: string, record: string, number: number) =>
  setup.commit(
    pendingEvent(setup.happened, {
      ...{ workspaceId: setup.workspaceId, recordId: record, data: { number }, time: new Date(), requestId },
      actor: { keyId: "key", memberId: "member" },
    }),
  );

describe("a defined consumer", () => {
  it("handles one event in one transaction; what it emits continues the request but has no actor", async () => {
    const committed = vi.fn();
    let tries = 0;
    start(
      define({
        name: "noter",
        events: [setup.happened],
        emits: [noticed],
        filter: ({ data }) => data.number > 0,
        async handle(tx, { recordId, data }) {
          tries += 1;
          await note(tx, recordId, data.number);
          tx.emit(noticed, recordId, { by: "noter" });
          tx.onCommit(committed);
          expect(tx.now.toISOString()).toBe(at);
          if (tries === 1) throw new Error("fails once");
        },
      }),
    );
    await happen("skipped", "a", 0);
    await happen("request", "a", 1);
    await vi.waitFor(async () => expect(await effects()).toEqual({ a: [1] }), polling);
    expect(await emitted()).toMatchObject([{ subject: "a", requestid: "request", time: at }]);
    expect(await emitted()).toEqual([expect.not.objectContaining({ actorkeyid: expect.anything() })]);
    expect([tries, committed.mock.calls]).toEqual([2, [[["a"]]]]);
  });

  it("handles batches, with the cause that the handler passes, and does not emit undeclared events", async () => {
    start(
      define({
        name: "noter",
        events: [setup.happened],
        emits: [noticed],
        async handleBatch(tx, events) {
          for (const event of events) {
            await note(tx, event.recordId, event.data.number);
            tx.emit(noticed, event.recordId, { by: "noter" }, event);
            expect(() => tx.emit(setup.happened as never, "x", { number: 1 } as never)).toThrow("does not contain");
          }
        },
      }),
    );
    await happen("first", "a", 1);
    await happen("second", "b", 2);
    await vi.waitFor(async () => expect(await effects()).toEqual({ a: [1], b: [2] }), polling);
    expect((await emitted()).map(({ subject, requestid }) => [subject, requestid]).sort()).toEqual([
      ["a", "first"],
      ["b", "second"],
    ]);
  });
});

describe("a consumer of batches", () => {
  it("limits each batch to the batch size of the workspace", async () => {
    const batches: number[] = [];
    const sizes = vi.spyOn(deps.batchSizes, "of").mockReturnValue(2);
    for (const record of ["a", "b", "c", "d", "e"]) await happen("request", record, 1);
    start(
      define({
        name: "noter",
        events: [setup.happened],
        emits: [],
        async handleBatch(tx, events) {
          batches.push(events.length);
          for (const { recordId, data } of events) await note(tx, recordId, data.number);
        },
      }),
    );
    await vi.waitFor(async () => expect(Object.keys(await effects())).toHaveLength(5), polling);
    expect(Math.max(...batches)).toBe(2);
    expect(sizes).toHaveBeenCalledWith(setup.workspaceId);
  });
});

describe("a job", () => {
  it.each(["run", "runInSteps"])("processes batches of waiting workspaces until none is left: %s", async (kind) => {
    let left = 3;
    const once = async (tx: Tx<RawPrisma, typeof noticed>) => {
      await note(tx, kind, left);
      tx.emit(noticed, `${left}`, { by: "job" });
      left -= 1;
      return left > 0;
    };
    const job = {
      name: "test",
      everyMs: 5,
      emits: [noticed],
      findWorkspaces: async () => (left > 0 ? [setup.workspaceId] : []),
    } as const;
    const defineJob = jobFor<RawPrisma>();
    const defined = kind === "run" ? defineJob({ ...job, run: once }) : defineJob({ ...job, runInSteps: (open) => open(once) });
    const started = startJob(deps, defined as never);
    setup.atEnd(() => started.stop());
    await vi.waitFor(async () => expect(await effects()).toEqual({ [kind]: [3, 2, 1] }), polling);
    expect((await emitted()).map(({ subject }) => subject)).toEqual(["3", "2", "1"]);
  });
});
