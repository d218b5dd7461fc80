import {
  customerErased,
  formResponseCompleted,
  formResponseCustomerIdentified,
  formResponseSkipped,
} from "@offergraph/shared/contracts/events/forms";
import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { responseOf } from "@offergraph/testkit/responses";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type EventsFixture, startEventsFixture } from "../../testing/events-fixture.js";
import type { Client } from "../../testing/fixture.js";
import { addConnection, sendRecords, sentCheckout, sentOrder } from "../../testing/send.js";

let fixture: EventsFixture;
let client: Client;
let connectionId: string;
beforeAll(async () => {
  fixture = await startEventsFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  connectionId = await addConnection(fixture, client);
});

const send = (kind: "orders" | "checkouts", ...records: object[]) => sendRecords(fixture, client, kind, records, { connectionId });
const erase = (ref: string) => {
  const customerId = customerIdOf(client.workspaceId, ref);
  return fixture.emitEvent(customerErased, client.workspaceId, customerId, { customerId });
};
const rows = async () =>
  (await fixture.admin.query("SELECT * FROM customers WHERE workspace_id = $1 ORDER BY ref", [client.workspaceId])).rows;
const publicRows = async () =>
  (await rows()).map(({ ref, name, first_seen_at, last_seen_at }) => ({
    ...{ ref, name },
    ...{ first: first_seen_at?.toISOString() ?? null, last: last_seen_at?.toISOString() ?? null },
  }));

interface Sent {
  kind: "orders" | "checkouts";
  externalRef: string;
  customerRef: string | null;
  customerName: string | null;
  seenAt: string;
  providerUpdatedAt: string;
}

const day = (minimum: number, maximum: number) =>
  fc.integer({ min: minimum, max: maximum }).map((number) => `2026-05-${String(number).padStart(2, "0")}T00:00:00.000Z`);
const sent: fc.Arbitrary<Sent> = fc.record({
  kind: fc.constantFrom("orders", "orders", "checkouts"),
  externalRef: fc.constantFrom("1", "2", "3", "4", "5", "6"),
  customerRef: fc.constantFrom(null, "ann", " ANN", "bob", "cid"),
  customerName: fc.constantFrom(null, "Ann", "Bob", "Änne", "🌍"),
  seenAt: day(1, 9),
  providerUpdatedAt: day(10, 14),
});

const recordOf = ({ kind, externalRef, customerRef, customerName, seenAt, providerUpdatedAt }: Sent) =>
  kind === "orders"
    ? sentOrder({ externalRef, customerRef, customerName, placedAt: seenAt, paidAt: null, providerUpdatedAt })
    : sentCheckout({ externalRef, customerRef, startedAt: seenAt, providerUpdatedAt });

/**
 * Simple reference implementation that considers all received versions. The name is from the version with the newest `providerUpdatedAt`.
 * Of equally new versions, the name that sorts last counts.
 */
function expectedOf(all: readonly Sent[]) {
  const refs = [...new Set(all.flatMap(({ customerRef }) => (customerRef === null ? [] : [customerRef.trim().toLowerCase()])))].sort();
  return refs.map((ref) => {
    const own = all.filter(({ customerRef }) => customerRef?.trim().toLowerCase() === ref);
    const named = own.filter(({ kind, customerName }) => kind === "orders" && customerName);
    const last = named.map(({ providerUpdatedAt, customerName }) => `${providerUpdatedAt} ${customerName}`);
    last.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    const seen = own.map(({ seenAt }) => seenAt).sort();
    return { ref, name: last.at(-1)?.split(" ")[1] ?? null, first: seen[0], last: seen.at(-1) };
  });
}

describe("customers of orders and checkouts", () => {
  it("equal a plain reference, in any order of arrival and in concurrent batches", { timeout: 300_000 }, async () => {
    const batches = fc.array(fc.array(sent, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        client = fixture.client();
        connectionId = await addConnection(fixture, client);
        const sendBatch = async (batch: Sent[]) => {
          const kinds = (["orders", "checkouts"] as const).map(
            (kind) => [kind, batch.filter((one) => one.kind === kind).map(recordOf)] as const,
          );
          for (const [kind, records] of kinds) if (records.length > 0) await send(kind, ...records);
        };
        await Promise.all(all.map(sendBatch));
        expect(await publicRows()).toEqual(expectedOf(all.flat()));
      }),
      { numRuns: Number(process.env.CUSTOMER_RUNS ?? 30) },
    );
  });

  it("have the derived id, proven names and the times of the first and last change", async () => {
    await send("orders", sentOrder());
    const created = { created_at: fixture.clock.now(), updated_at: fixture.clock.now() };
    const seen = new Date("2026-05-01T08:00:00.000Z");
    const expected = {
      ...{ row_id: customerIdOf(client.workspaceId, "ann@example.com"), workspace_id: client.workspaceId, ref: "ann@example.com" },
      ...{ name: "Ann", name_at: new Date("2026-05-01T12:00:00.000Z"), is_name_proven: true },
      ...{ email: null, email_at: null, is_email_proven: false, first_seen_at: seen, last_seen_at: seen },
    };
    expect(await rows()).toEqual([{ ...expected, ...created }]);
    fixture.clock.advance(60_000);
    const repeated = sentOrder({ externalRef: "again" });
    await send("orders", repeated, sentOrder({ externalRef: "guest", customerRef: null }));
    expect(await rows()).toEqual([{ ...expected, ...created }]);
    await send("orders", sentOrder({ placedAt: "2026-05-02T08:00:00Z" }));
    const last_seen_at = new Date("2026-05-02T08:00:00.000Z");
    expect(await rows()).toEqual([{ ...expected, ...created, last_seen_at, updated_at: fixture.clock.now() }]);
    await send("orders", repeated);
    expect(await rows()).toHaveLength(1);
  });

  it("are not stored for rejected records", async () => {
    await send("orders", sentOrder({ totalPrice: 1 }), sentOrder({ customerRef: "bob" }));
    expect(await publicRows()).toMatchObject([{ ref: "bob" }]);
  });
});

describe("customers of responses", () => {
  const times = { createdAt: "2026-05-01T09:00:00.000Z", completedAt: "2026-05-01T10:00:00.000Z" };
  const ofAnn = () => ({ customerId: customerIdOf(client.workspaceId, "ann"), customerRef: "ann" });
  const complete = (changes: Parameters<typeof responseOf>[0], at = "2026-05-01T10:00:00.000Z") => {
    const response = responseOf({ ...times, ...ofAnn(), ...changes });
    return fixture.emitEvent(formResponseCompleted, client.workspaceId, response.rowId, response, new Date(at));
  };

  it("have the newest name and email, whatever the order of the events; proven ones replace others", async () => {
    await complete(
      { customerName: "Ann", customerEmail: "ann@b.example", completedAt: "2026-05-03T10:00:00.000Z" },
      "2026-05-03T10:00:00.000Z",
    );
    await complete({ customerName: "An", customerEmail: "an@b.example" });
    const first_seen_at = new Date(times.createdAt);
    const seen = { first_seen_at, last_seen_at: new Date("2026-05-03T10:00:00.000Z") };
    expect(await rows()).toMatchObject([{ ref: "ann", name: "Ann", email: "ann@b.example", is_name_proven: false, ...seen }]);
    await complete({ customerName: "Anna", customerEmail: " ", customerVerified: true });
    expect(await rows()).toMatchObject([{ name: "Anna", is_name_proven: true, email: "ann@b.example" }]);
    await send("orders", sentOrder({ customerRef: "ann", customerName: "Anna Lee", providerUpdatedAt: "2026-05-02T00:00:00Z" }));
    await complete({ customerName: "Mallory", customerEmail: "m@b.example" }, "2026-05-05T00:00:00.000Z");
    expect(await rows()).toMatchObject([{ name: "Anna Lee", email: "m@b.example", is_email_proven: false }]);
  });

  it("are added by skipped responses and when they are identified later, but not by a claim without a signature", async () => {
    const response = responseOf({ ...times, ...ofAnn(), customerName: "Mallory", verificationExpected: true });
    await fixture.emitEvent(formResponseCompleted, client.workspaceId, response.rowId, response);
    expect(await rows()).toEqual([]);
    const verified = { ...response, ...ofAnn(), customerName: "Ann", customerVerified: true };
    await fixture.emitEvent(formResponseCustomerIdentified, client.workspaceId, response.rowId, verified);
    expect(await rows()).toMatchObject([{ ref: "ann", name: "Ann", is_name_proven: true }]);
    const skipped = responseOf({ ...times, status: "SKIPPED", customerId: customerIdOf(client.workspaceId, "bob"), customerRef: "bob" });
    await fixture.emitEvent(formResponseSkipped, client.workspaceId, skipped.rowId, skipped);
    await complete({ customerId: null, customerRef: null });
    expect(await publicRows()).toMatchObject([{ ref: "ann" }, { ref: "bob", name: null }]);
  });

  it("are not restored by an event from before the erasure", async () => {
    await complete({ customerName: "Ann" });
    const { customerId } = ofAnn();
    await fixture.emitEvent(customerErased, client.workspaceId, customerId, { customerId }, new Date("2026-05-02T00:00:00.000Z"));
    await complete({ customerName: "Ann" }, "2026-05-01T12:00:00.000Z");
    expect(await publicRows()).toMatchObject([{ ref: null, name: null }]);
    await complete({ customerName: "Ann" }, "2026-05-02T12:00:00.000Z");
    expect(await publicRows()).toMatchObject([{ ref: "ann", name: "Ann" }]);
  });
});

describe("the erasure of a customer", () => {
  const nobody = { ref: null, name: null, first: null, last: null };

  it("keeps only the id; known and stale versions do not restore the customer, newer versions do", async () => {
    const [order, checkout] = [sentOrder({ customerRef: "ann" }), sentCheckout({ customerRef: "ann" })];
    await send("orders", order, sentOrder({ customerRef: "bob", customerName: "Bob" }));
    await send("checkouts", checkout);
    const [before] = await rows();
    fixture.clock.advance(1_000);
    await erase("ann");
    const bob = { ref: "bob", name: "Bob" };
    expect(await publicRows()).toMatchObject([bob, nobody]);
    const [, erased] = await rows();
    expect(erased).toMatchObject({ row_id: before.row_id, created_at: before.created_at, updated_at: fixture.clock.now() });
    expect(erased).toMatchObject({ name_at: null, is_name_proven: false, email: null, email_at: null, is_email_proven: false });
    await send("orders", order, { ...order, providerUpdatedAt: "2026-04-01T00:00:00Z" });
    await send("checkouts", checkout);
    expect(await publicRows()).toMatchObject([bob, nobody]);
    const newer = { placedAt: "2026-05-03T00:00:00Z", providerUpdatedAt: "2026-05-04T00:00:00Z", customerName: "Anna" };
    await send("orders", { ...order, ...newer });
    const seen = "2026-05-03T00:00:00.000Z";
    expect(await publicRows()).toMatchObject([{ ref: "ann", name: "Anna", first: seen, last: seen }, bob]);
  });

  it("stores no row for an unknown customer", async () => {
    await erase("nobody");
    expect(await rows()).toEqual([]);
  });

  it("during ingest leaves either an order with its customer, or neither", { timeout: 120_000 }, async () => {
    for (let round = 0; round < 10; round += 1) {
      const records = Array.from({ length: 20 }, (_, index) => ({ customerRef: `c${index % 4}`, externalRef: `${round}-${index}` }));
      await Promise.all([
        ...[0, 1, 2, 3].map((part) => send("orders", ...records.slice(part * 5, part * 5 + 5).map(sentOrder))),
        ...[0, 1].map((part) => send("checkouts", ...records.slice(part * 10, part * 10 + 10).map(sentCheckout))),
        ...["c0", "c1", "c2"].map(erase),
      ]);
    }
    const { rows: wrong } = await fixture.admin.query(
      `SELECT c.row_id, c.ref, count(s.customer_id) FROM customers c LEFT JOIN
         (SELECT customer_id FROM orders WHERE workspace_id = $1 UNION ALL SELECT customer_id FROM checkouts WHERE workspace_id = $1) s
         ON s.customer_id = c.row_id
       WHERE c.workspace_id = $1 GROUP BY c.row_id, c.ref HAVING (count(s.customer_id) > 0) <> (c.ref IS NOT NULL)`,
      [client.workspaceId],
    );
    expect(wrong).toEqual([]);
  });
});
