import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import { subgraphClient } from "@offergraph/testkit/subgraph";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createEntitlement, grantTo, usedOf, useEntitlement } from "../../testing/credits.js";
import { type Client, type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";

let fixture: Fixture;
let client: Client;
let customerId: string;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"), { DATABASE_POOL: "20" });
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
  customerId = customerIdOf(client.workspaceId, "ann");
});

async function entitle(limit: number, terms: object = {}, isVerified = true): Promise<void> {
  await grantTo(fixture, client, await createEntitlement(fixture, client, limit, terms), customerId, isVerified);
}
const use = (input: object, key?: string) =>
  useEntitlement(client, { customerId, lookupKey: "seats", quantity: 1, reference: newId(), ...input }, key);
const faults = async (input: object) => pathsOf((await use(input)).userErrors);
const usedEvents = async () => (await client.events()).filter(({ what }) => what === "entitlement.used");
const amounts = async () => (await usedOf(fixture, customerId)).map(({ amount }) => Number(amount));

describe("use_entitlement", () => {
  it("uses the part that expires first, by the customer's reference, and emits the event", async () => {
    await entitle(3, { expires_in_days: 30 });
    await entitle(5, { expires_in_days: 10 });
    await entitle(2);
    const { use: made, userErrors } = await use({ customerId: "ANN", quantity: 7, reference: "seat-1" });
    expect(userErrors).toEqual([]);
    const stored = { customerId, lookupKey: "seats", quantity: 7, reference: "seat-1", limit: "10", used: "7" };
    expect(made).toMatchObject({ ...stored, remaining: "3", createdAt: fixture.clock.now().toISOString() });
    expect(await amounts()).toEqual([5, 2, 0]);
    expect(await usedEvents()).toEqual([
      { what: "entitlement.used", recordId: customerId, data: { ...stored, rowId: made?.rowId, createdAt: made?.createdAt } },
    ]);
  });

  it("forgets the used part of an expired grant", async () => {
    await entitle(5, { expires_in_days: 10 });
    await entitle(2);
    await use({ quantity: 6 });
    fixture.clock.advance(10 * 86_400_000);
    expect((await use({ quantity: 1 })).use).toMatchObject({ limit: "2", used: "2", remaining: "0" });
    expect(await faults({})).toEqual(["input.quantity LIMIT_EXCEEDED"]);
  });

  it("uses by a reference that is a UUID, but prefers a customer's id", async () => {
    const ref = newId();
    const byReference = customerIdOf(client.workspaceId, ref);
    await grantTo(fixture, client, await createEntitlement(fixture, client, 3), byReference);
    const first = await use({ customerId: ref, reference: "seat-1" });
    expect(first.use).toMatchObject({ customerId: byReference, remaining: "2" });
    await grantTo(fixture, client, await createEntitlement(fixture, client, 9), ref);
    expect((await use({ customerId: ref })).use).toMatchObject({ customerId: ref, remaining: "8" });
    expect(await use({ customerId: ref, reference: "seat-1" })).toEqual(first);
  });

  it("returns the first result for a repeat with the same reference, and CONFLICT for other input", async () => {
    await entitle(5);
    const first = await use({ reference: "seat-1" });
    fixture.clock.advance(1_000);
    expect(await use({ reference: "seat-1" })).toEqual(first);
    for (const other of [{ quantity: 2 }, { lookupKey: "users" }, { customerId: newId() }])
      expect(await faults({ reference: "seat-1", ...other })).toEqual(["input.reference CONFLICT"]);
    expect(await amounts()).toEqual([1]);
    expect(await usedEvents()).toHaveLength(1);
  });

  it("returns the same result if repeated with its Idempotency-Key", async () => {
    await entitle(5);
    const reference = newId();
    const first = await use({ reference }, "key");
    expect(await use({ reference }, "key")).toEqual(first);
    expect(await usedEvents()).toHaveLength(1);
  });

  it("returns LIMIT_EXCEEDED with the unused part and uses nothing", async () => {
    await entitle(3);
    await use({ quantity: 2 });
    const { userErrors } = await use({ quantity: 2 });
    expect(pathsOf(userErrors)).toEqual(["input.quantity LIMIT_EXCEEDED"]);
    expect(userErrors[0]?.message).toBe("The unused part of the entitlement is 1, which is less than 2.");
    expect(await amounts()).toEqual([2]);
  });

  it("does not use what an unverified claim earned, even with a verified part", async () => {
    await entitle(5, {}, false);
    const { userErrors } = await use({});
    expect(pathsOf(userErrors)).toEqual(["input.quantity LIMIT_EXCEEDED"]);
    const claimed = "A limit of 5 was earned by an unverified customer and cannot be used.";
    expect(userErrors[0]?.message).toBe(`The unused part of the entitlement is 0, which is less than 1. ${claimed}`);
    await entitle(2);
    expect(await faults({ quantity: 3 })).toEqual(["input.quantity LIMIT_EXCEEDED"]);
    expect((await use({ quantity: 2 })).use).toMatchObject({ limit: "2", used: "2", remaining: "0" });
    expect(await amounts()).toEqual([0, 2]);
    expect(await client.entities("Customer", [customerId], "entitlements { limit used claimedLimit }")).toEqual([
      { entitlements: [{ limit: "2", used: "2", claimedLimit: "5" }] },
    ]);
  });

  it("returns all errors at once and writes nothing", async () => {
    await entitle(3);
    expect(await faults({ lookupKey: "", quantity: 0, reference: "x".repeat(256) })).toEqual([
      "input.lookupKey TOO_SHORT",
      "input.quantity OUT_OF_RANGE",
      "input.reference TOO_LONG",
    ]);
    expect(await usedEvents()).toEqual([]);
  });

  it("returns NOT_FOUND for another workspace's customer and for an unknown lookup key", async () => {
    await entitle(3);
    const stranger = fixture.client();
    const { userErrors } = await useEntitlement(stranger, { customerId, lookupKey: "seats", quantity: 1, reference: "seat-1" });
    expect(pathsOf(userErrors)).toEqual(["input.customerId NOT_FOUND"]);
    expect(await faults({ lookupKey: "users" })).toEqual(["input.lookupKey NOT_FOUND"]);
    expect(await amounts()).toEqual([0]);
    expect(await stranger.events()).toEqual([]);
  });
});

describe("300 concurrent uses of an entitlement with the limit 100, over two replicas", () => {
  it("succeed exactly 100 times and never use a claimed part", async () => {
    await entitle(60);
    await entitle(50, { expires_in_days: 2 }, false);
    await entitle(40, { expires_in_days: 1 });
    const replica = await fixture.startReplica();
    const { workspaceId } = client;
    const now = () => fixture.clock.now();
    const other = subgraphClient({ url: replica.url, service: "incentives", workspaceId, now });
    const elsewhere: Pick<Client, "data"> = { data: (query, variables) => other.data(query, { variables: { ...variables } }) };
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        useEntitlement(index % 2 === 0 ? client : elsewhere, { customerId, lookupKey: "seats", quantity: 1, reference: `use ${index}` }),
      ),
    );
    const made = answers.flatMap((answer) => answer.use ?? []);
    expect(made).toHaveLength(100);
    expect(new Set(made.map(({ used }) => Number(used)))).toEqual(new Set(Array.from({ length: 100 }, (_, index) => index + 1)));
    const refused = answers.filter(({ use: one }) => one === null);
    expect(new Set(refused.flatMap(({ userErrors }) => pathsOf(userErrors)))).toEqual(new Set(["input.quantity LIMIT_EXCEEDED"]));
    expect(await amounts()).toEqual([40, 0, 60]);
    expect(await usedEvents()).toHaveLength(100);
  });
});
