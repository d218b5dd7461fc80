import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { whileOpen } from "@offergraph/testkit/open-transaction";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { createCode, getCode } from "../testing/codes.js";
import { type Client, type Fixture, type Replica, startFixture } from "../testing/fixture.js";
import { createCodes, eventsByCode, later, movesByCode, type TimedEvent, waitForTransitions } from "../testing/timed.js";
import { applyDueStatuses } from "./scheduled-status.js";

const closely = { ...polling, interval: 1 };
const children: ChildProcess[] = [];
let fixture: Fixture;
let replica: Replica;
let client: Client;
beforeEach(async () => {
  fixture = await startFixture(inject("adminUrl"));
  replica = await fixture.startReplica();
  client = fixture.client();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await fixture.stop();
});

const lasting = (count: number) =>
  Array.from({ length: count }, () => ({ status: "SCHEDULED", start_at: later(fixture, 1_000), ends_at: later(fixture, 2_000) }));

const setStatus = (ids: string[], status: string) =>
  client.data(
    `mutation ($input: BulkUpdateDiscountCodeStatusInput!) { bulk_update_discount_code_status(input: $input) { userErrors { code } } }`,
    {
      input: { ids, status },
    },
  );

/** Counts the events of scheduled transitions. Queries the database directly, to observe the transitions while they run. */
const countMoves = async () => {
  // Excludes the events of the audit, which a replica in a separate process emits too.
  const text = "SELECT count(*)::int AS moves FROM outbox_events WHERE subject = $1 AND event->>'actorkeyid' IS NULL";
  const { rows } = await fixture.admin.query(text, [discountCodeUpdated.subject]);
  return rows[0].moves as number;
};

const described = ({ actor, data }: TimedEvent) => `${actor ? "client" : "time"} ${data.status}`;

/** Checks that a transition changed only status and `updatedAt`. The event must not be earlier than the scheduled time. */
function expectMove(before: TimedEvent["data"] | undefined, { time, data }: TimedEvent): void {
  expect(data).toEqual({ ...before, status: data.status, updatedAt: time, changed: ["status", "updatedAt"] });
  expect(["SCHEDULED ACTIVE", "SCHEDULED EXPIRED", "ACTIVE EXPIRED"]).toContain(`${before?.status} ${data.status}`);
  expect(String(data.status === "ACTIVE" ? data.startAt : data.endsAt) <= time).toBe(true);
}

/** Starts a replica in a separate process. A message to the process is the number of milliseconds to advance the clock. */
async function startChild(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL("../testing/replica.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", script], {
    env: { ...process.env, ...fixture.environment, NOW: fixture.clock.now().toISOString() },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  children.push(child);
  const [message] = await Promise.race([once(child, "message"), once(child, "exit")]);
  expect(message).toBe("ready");
  return child;
}

describe("each transition is applied once", () => {
  it("when many replicas poll the same codes", async () => {
    const ids = await createCodes(client, lasting(200));
    const { database } = replica.parts;
    const options = { workspaceId: client.workspaceId, emits: [discountCodeUpdated] };
    const mover = async () => {
      for (let claimed = 1; claimed > 0; ) ({ claimed } = await database.transaction(options, (tx) => applyDueStatuses(tx, 7)));
    };
    for (const moved of [["ACTIVE"], ["ACTIVE", "EXPIRED"]]) {
      fixture.clock.advance(1_000);
      await Promise.all(Array.from({ length: 8 }, mover));
      await waitForTransitions(fixture);
      const moves = await movesByCode(fixture);
      for (const id of ids) expect(moves.get(id)).toEqual(moved);
    }
  });

  it("when a replica is killed during it", async () => {
    const ids = await createCodes(client, lasting(1_000));
    await replica.stop();
    const child = await startChild();
    const lockLast = { text: "SELECT FROM discount_codes WHERE row_id = $1 FOR UPDATE", values: [ids.at(-1)] };
    // Locks a code, because the replica can apply the transitions of all other codes before it is killed.
    await whileOpen(fixture, client, lockLast, async () => {
      child.send(3_000);
      await vi.waitFor(async () => expect(await countMoves()).toBeGreaterThan(0), closely);
      child.kill("SIGKILL");
      await once(child, "exit");
      expect(await countMoves()).toBeLessThan(2_000);
    });
    fixture.clock.advance(3_000);
    await waitForTransitions(fixture);
    const moves = await movesByCode(fixture);
    for (const id of ids) expect(moves.get(id)).toEqual(["ACTIVE", "EXPIRED"]);
  });

  it("when a replica is stopped during it", async () => {
    const ids = await createCodes(client, lasting(500));
    fixture.clock.advance(3_000);
    await vi.waitFor(async () => expect(await countMoves()).toBeGreaterThan(0), closely);
    await replica.stop();
    await waitForTransitions(fixture);
    const moves = await movesByCode(fixture);
    for (const id of ids) expect(moves.get(id)).toEqual(["ACTIVE", "EXPIRED"]);
  });
});

describe("a status that a client writes", () => {
  it("when a transition is due is kept, whether it runs before or after the transition", async () => {
    const ids = await createCodes(
      client,
      Array.from({ length: 400 }, () => ({ ends_at: later(fixture, 1_000) })),
    );
    const [kept, left] = [ids.filter((_, index) => index % 2 === 0), ids.filter((_, index) => index % 2 === 1)];
    fixture.clock.advance(1_000);
    for (let from = 0; from < kept.length; from += 10) await setStatus(kept.slice(from, from + 10), "ACTIVE");
    await waitForTransitions(fixture);
    for (const id of kept) expect((await getCode(client, id))?.status).toBe("ACTIVE");
    for (const id of left) expect((await getCode(client, id))?.status).toBe("EXPIRED");
    const emitted = new Map([...(await eventsByCode(fixture))].map(([id, [, ...rest]]) => [id, rest.map(described)]));
    // If the client's write came first, the transition changed nothing and emitted no event.
    for (const id of kept) expect([[], ["time EXPIRED", "client ACTIVE"]]).toContainEqual(emitted.get(id));
    for (const id of left) expect(emitted.get(id)).toEqual(["time EXPIRED"]);
  });

  it("is kept if the write started before the transition and got its lock after it", async () => {
    const { rowId, code } = await createCode(client, { ends_at: later(fixture, 1_000) });
    const key = `${client.workspaceId} ${code.toLowerCase()}`;
    await fixture.admin.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [key]);
    const saved = client.data(`mutation ($body: DiscountCodeBody!) { save_discount_code(body: $body) { userErrors { code } } }`, {
      body: { code, status: "ACTIVE" },
    });
    const waits =
      "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    await vi.waitFor(async () => expect((await fixture.admin.query(waits)).rowCount).toBe(1), polling);
    fixture.clock.advance(1_000);
    await waitForTransitions(fixture);
    await fixture.admin.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [key]);
    await saved;
    expect(await getCode(client, rowId)).toMatchObject({ status: "ACTIVE" });
    const { rows } = await fixture.admin.query("SELECT FROM scheduled_transitions");
    expect(rows).toEqual([]);
  });

  it("by a replica whose clock is ahead is older than the transition's event", async () => {
    const { rowId } = await createCode(client, { ends_at: later(fixture, 1_000) });
    const ahead = later(fixture, 60_000);
    await fixture.admin.query("UPDATE discount_codes SET updated_at = $2 WHERE row_id = $1", [rowId, ahead]);
    fixture.clock.advance(1_000);
    await waitForTransitions(fixture);
    expect(await getCode(client, rowId)).toMatchObject({ status: "EXPIRED", updatedAt: ahead });
    expect((await eventsByCode(fixture)).get(rowId)?.at(-1)?.data).toMatchObject({ status: "EXPIRED", updatedAt: ahead });
  });

  it("loses no change and has only valid transitions while starts and ends pass", async () => {
    const ids = await createCodes(
      client,
      Array.from({ length: 100 }, (_, index) => ({
        status: "SCHEDULED",
        start_at: later(fixture, 50 + index * 20),
        ends_at: later(fixture, 1_050 + index * 20),
      })),
    );
    let over = false;
    const write = async (turn: number) => {
      for (let round = 0; !over; round += 1) {
        const id = ids[(round * 7 + turn * 31) % ids.length] ?? "";
        const body =
          round % 3 === 0 ? { title: `Turn ${turn}-${round}` } : { status: ["SCHEDULED", "ACTIVE", "DRAFT"][(round + turn) % 3] };
        await client.data(
          `mutation ($id: UUID!, $body: DiscountCodeBody!) { save_discount_code(id: $id, body: $body) { userErrors { code } } }`,
          { id, body },
        );
      }
    };
    const writers = [0, 1, 2].map(write);
    for (let step = 0; step < 12; step += 1) {
      fixture.clock.advance(300);
      await waitForTransitions(fixture);
    }
    over = true;
    await Promise.all(writers);
    await waitForTransitions(fixture);
    for (const [id, events] of await eventsByCode(fixture)) {
      events.forEach((event, index) => {
        if (!event.actor) expectMove(events[index - 1]?.data, event);
      });
      const { status, title } = events.at(-1)?.data ?? {};
      expect(await getCode(client, id)).toMatchObject({ status, title });
    }
  });
});
