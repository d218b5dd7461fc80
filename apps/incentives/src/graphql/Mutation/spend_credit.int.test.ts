import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import { subgraphClient } from "@offergraph/testkit/subgraph";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createCredit, grantMany, grantTo, spendCredit, sumsOf, usedOf } from "../../testing/credits.js";
import { type Client, type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";
import { ledgerOf } from "../../testing/granting.js";

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

/** Grants the customer one credit for each amount, at intervals of one minute. */
async function credit(...amounts: number[]): Promise<void> {
  for (const amount of amounts) {
    await grantTo(fixture, client, await createCredit(fixture, client, amount), customerId);
    fixture.clock.advance(60_000);
  }
}
const spend = (input: object, key?: string) =>
  spendCredit(client, { customerId, amountMinor: "100", currency: "eur", reference: newId(), ...input }, key);
const faults = async (input: object) => pathsOf((await spend(input)).userErrors);
const spentEvents = async () => (await client.events()).filter(({ what }) => what === "credit.spent");
const zero = { ledger: "0", unpaired: "0" };

describe("spend_credit", () => {
  it("spends the credit that expires first, by the customer's reference, and emits the event", async () => {
    await credit(300, 500);
    const input = { customerId: " Ann ", amountMinor: "400", currency: "EUR", reference: "order-1", note: "Coffee" };
    const { spend: made, userErrors } = await spend(input);
    const stored = { customerId, amountMinor: "400", currency: "eur", reference: "order-1", note: "Coffee", balanceMinor: "400" };
    expect(userErrors).toEqual([]);
    expect(made).toMatchObject({ ...stored, createdAt: fixture.clock.now().toISOString(), customer: { rowId: customerId } });
    expect((await usedOf(fixture, customerId)).map(({ amount }) => amount)).toEqual([300n, 100n]);
    const entries = await ledgerOf(fixture, client);
    expect(entries.map(({ kind, amount_minor }) => [kind, amount_minor])).toEqual([
      [0, "300"],
      [0, "500"],
      [3, "-300"],
      [3, "-100"],
    ]);
    expect(await spentEvents()).toMatchObject([
      { recordId: customerId, data: { ...stored, rowId: made?.rowId, entries: [{ amountMinor: "-300" }, { amountMinor: "-100" }] } },
    ]);
    expect(await sumsOf(fixture, client)).toEqual({ ...zero, accounts: "400", balances: "400" });
  });

  it("returns the first result for a repeat with the same reference, and CONFLICT for other input", async () => {
    await credit(500);
    const first = await spend({ reference: "order-1" });
    fixture.clock.advance(1_000);
    expect(await spend({ reference: "order-1" })).toEqual(first);
    for (const other of [{ amountMinor: "99" }, { currency: "usd" }, { customerId: newId() }, { note: "x" }])
      expect(await faults({ reference: "order-1", ...other })).toEqual(["input.reference CONFLICT"]);
    expect((await usedOf(fixture, customerId)).map(({ amount }) => amount)).toEqual([100n]);
    expect(await spentEvents()).toHaveLength(1);
    const elsewhere = fixture.client();
    expect((await spendCredit(elsewhere, { customerId, amountMinor: "1", currency: "eur", reference: "order-1" })).spend).toBeNull();
  });

  it("spends by a reference that is a UUID, but prefers a customer's id", async () => {
    const ref = newId();
    const byReference = customerIdOf(client.workspaceId, ref);
    await grantTo(fixture, client, await createCredit(fixture, client, 300), byReference);
    const first = await spend({ customerId: ref.toUpperCase(), reference: "order-1" });
    expect(first.spend).toMatchObject({ customerId: byReference, balanceMinor: "200" });
    await grantTo(fixture, client, await createCredit(fixture, client, 500), ref);
    expect((await spend({ customerId: ref })).spend).toMatchObject({ customerId: ref, balanceMinor: "400" });
    expect((await spend({ customerId: { name: ref } })).spend).toMatchObject({ customerId: byReference, balanceMinor: "100" });
    expect(await spend({ customerId: ref, reference: "order-1" })).toEqual(first);
  });

  it("returns the same result if repeated with its Idempotency-Key", async () => {
    await credit(500);
    const reference = newId();
    const first = await spend({ reference }, "key");
    expect(await spend({ reference }, "key")).toEqual(first);
    expect(await spentEvents()).toHaveLength(1);
  });

  it("returns LIMIT_EXCEEDED with the balance and spends nothing if the balance is too low", async () => {
    await credit(60, 30);
    const { spend: made, userErrors } = await spend({ amountMinor: "91" });
    expect(made).toBeNull();
    expect(userErrors).toMatchObject([{ field: ["input", "amountMinor"], code: "LIMIT_EXCEEDED" }]);
    expect(userErrors[0]?.message).toBe("The customer can spend only 90, but the amount is 91 (in the smallest unit of eur).");
    expect((await usedOf(fixture, customerId)).every(({ amount }) => amount === 0n)).toBe(true);
    expect((await spend({ amountMinor: "90" })).spend?.balanceMinor).toBe("0");
    expect(await faults({ amountMinor: "1" })).toEqual(["input.amountMinor LIMIT_EXCEEDED"]);
  });

  it("spends neither credit of unverified claims nor credit that was sent to a store, also after the connection's deletion", async () => {
    await grantTo(fixture, client, await createCredit(fixture, client, 400), customerId, false);
    await grantTo(fixture, client, await createCredit(fixture, client, 500, "http"), customerId);
    const none = await spend({ amountMinor: "1" });
    expect(none.userErrors).toMatchObject([{ field: ["input", "amountMinor"], code: "LIMIT_EXCEEDED" }]);
    const others = "400 is unverified credit, which cannot be spent. 500 was sent to stores and can be spent only in the stores.";
    expect(none.userErrors[0]?.message).toBe(`The customer can spend only 0, but the amount is 1 (in the smallest unit of eur). ${others}`);
    await credit(60);
    expect(await faults({ amountMinor: "61" })).toEqual(["input.amountMinor LIMIT_EXCEEDED"]);
    await fixture.admin.query("DELETE FROM connection_references WHERE workspace_id = $1", [client.workspaceId]);
    expect((await spend({ amountMinor: "59" })).spend?.balanceMinor).toBe("1");
    expect(await faults({ amountMinor: "2" })).toEqual(["input.amountMinor LIMIT_EXCEEDED"]);
    expect((await usedOf(fixture, customerId)).map(({ amount }) => amount)).toEqual([0n, 0n, 59n]);
    expect(await sumsOf(fixture, client)).toEqual({ ...zero, accounts: "901", balances: "901" });
  });

  it("treats credit of older versions by the provider of its connection", async () => {
    await credit(60);
    await grantTo(fixture, client, await createCredit(fixture, client, 500, "http"), customerId);
    await fixture.admin.query("UPDATE grants SET sent_to_store = NULL WHERE workspace_id = $1", [client.workspaceId]);
    expect(await faults({ amountMinor: "61" })).toEqual(["input.amountMinor LIMIT_EXCEEDED"]);
    expect((await spend({ amountMinor: "60" })).spend?.balanceMinor).toBe("0");
  });

  it("does not spend expired credit; only the unused part expires", async () => {
    await credit(100);
    await spend({ amountMinor: "40" });
    fixture.clock.advance(31 * 86_400_000);
    expect(await faults({ amountMinor: "1" })).toEqual(["input.amountMinor LIMIT_EXCEEDED"]);
    await expect.poll(() => sumsOf(fixture, client), { timeout: 10_000 }).toEqual({ ...zero, accounts: "0", balances: "0" });
    expect((await ledgerOf(fixture, client)).map(({ kind, amount_minor }) => [kind, amount_minor])).toEqual([
      [0, "100"],
      [3, "-40"],
      [1, "-60"],
    ]);
  });

  it("lists at most 1,000 entries in the event, which must fit into a NATS message, and books all entries", async () => {
    await grantMany(fixture, client, await createCredit(fixture, client, 1), customerId, 2_001);
    const spends = [await spend({ amountMinor: "1000", reference: "small" }), await spend({ amountMinor: "1001", reference: "large" })];
    expect(spends.map((one) => one.spend?.balanceMinor)).toEqual(["1001", "0"]);
    const events = await spentEvents();
    expect(events.map(({ data }) => [(data.entries as object[]).length, data.entryCount])).toEqual([
      [1_000, 1_000],
      [1_000, 1_001],
    ]);
    expect(Math.max(...events.map((event) => JSON.stringify(event).length))).toBeLessThan(300_000);
    const { ledger } = await client.data<{ ledger: { totalCount: number } }>(
      `query ($id: Ref!) { ledger: get_credit_ledger(customerId: $id, currency: "eur", filter: { reference: { equalTo: "large" } }) { totalCount } }`,
      { id: customerId },
    );
    expect(ledger.totalCount).toBe(1_001);
    expect(await sumsOf(fixture, client)).toEqual({ ...zero, accounts: "0", balances: "0" });
  });

  it("returns all errors at once and writes nothing", async () => {
    await credit(100);
    const wrong = { amountMinor: "1.5", currency: "euro", reference: "", note: "x".repeat(501) };
    expect(await faults(wrong)).toEqual([
      "input.amountMinor INVALID",
      "input.currency INVALID",
      "input.note TOO_LONG",
      "input.reference TOO_SHORT",
    ]);
    expect(await spentEvents()).toEqual([]);
  });

  it("returns NOT_FOUND for another workspace's customer, a customer without credit, and another currency", async () => {
    await credit(100);
    const stranger = fixture.client();
    const input = { customerId, amountMinor: "1", currency: "eur", reference: "order-1" };
    expect(pathsOf((await spendCredit(stranger, input)).userErrors)).toEqual(["input.customerId NOT_FOUND"]);
    expect(await faults({ customerId: "nobody" })).toEqual(["input.customerId NOT_FOUND"]);
    expect(await faults({ currency: "usd" })).toEqual(["input.currency NOT_FOUND"]);
    expect(await sumsOf(fixture, client)).toEqual({ ...zero, accounts: "100", balances: "100" });
    expect(await stranger.events()).toEqual([]);
  });
});

describe("300 concurrent spends of 1 on a balance of 100, over two replicas", () => {
  it("succeed exactly 100 times; repeats of a reference spend once; the ledger sums to zero", async () => {
    await credit(30, 45, 25);
    const replica = await fixture.startReplica();
    const { workspaceId } = client;
    const now = () => fixture.clock.now();
    const other = subgraphClient({ url: replica.url, service: "incentives", workspaceId, now });
    const elsewhere: Pick<Client, "data"> = { data: (query, variables) => other.data(query, { variables: { ...variables } }) };
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        spendCredit(index % 2 === 0 ? client : elsewhere, { customerId, amountMinor: "1", currency: "eur", reference: `use ${index}` }),
      ),
    );
    const made = answers.flatMap((answer) => answer.spend ?? []);
    expect(made).toHaveLength(100);
    expect(new Set(made.map(({ balanceMinor }) => Number(balanceMinor)))).toEqual(new Set(Array.from({ length: 100 }, (_, left) => left)));
    const refused = answers.filter(({ spend: one }) => one === null);
    expect(new Set(refused.flatMap(({ userErrors }) => pathsOf(userErrors)))).toEqual(new Set(["input.amountMinor LIMIT_EXCEEDED"]));
    expect(await sumsOf(fixture, client)).toEqual({ ...zero, accounts: "0", balances: "0" });
    expect((await usedOf(fixture, customerId)).map(({ amount }) => amount)).toEqual([30n, 45n, 25n]);
    expect(await spentEvents()).toHaveLength(100);
  });

  it("with one reference spend once", async () => {
    await credit(100);
    const answers = await Promise.all(Array.from({ length: 30 }, () => spend({ amountMinor: "1", reference: "one" })));
    expect(new Set(answers.map((answer) => answer.spend?.rowId)).size).toBe(1);
    expect((await sumsOf(fixture, client)).accounts).toBe("99");
  });
});

describe("a replica of a version without spends", () => {
  const grantsOfCustomer = async () =>
    (
      await fixture.admin.query<{ row_id: string; connection_id: string; amount_minor: string }>(
        "SELECT row_id, connection_id, amount_minor FROM grants WHERE customer_id = $1 ORDER BY issued_at",
        [customerId],
      )
    ).rows;

  /** Revokes the whole credit of a grant, even a spent part, like earlier versions of the service, which had no `spend_credit`. */
  const revoke = (grant: { row_id: string; connection_id: string; amount_minor: string } | undefined) =>
    fixture.admin.query(
      `WITH balance AS (
         INSERT INTO credit_balances AS b (workspace_id, customer_id, customer_verified, connection_id, currency, amount_minor)
         VALUES ($2, $3, true, $4, 'eur', $5)
         ON CONFLICT (workspace_id, customer_id, customer_verified, connection_id, currency)
         DO UPDATE SET amount_minor = b.amount_minor + excluded.amount_minor
         WHERE b.amount_minor::numeric + excluded.amount_minor <= 9223372036854775807
         RETURNING b.amount_minor
       )
       INSERT INTO credit_ledger (row_id, workspace_id, created_at, grant_id, customer_id, connection_id, kind, amount_minor, currency, customer_verified)
       SELECT $1, $2, now(), $6, $3, $4, 1, $5, 'eur', true FROM balance`,
      [newId(), client.workspaceId, customerId, grant?.connection_id, `-${grant?.amount_minor}`, grant?.row_id],
    );

  it("takes back an unspent credit, but not the whole of a spent credit, which a new replica takes back later", async () => {
    await credit(100, 50);
    await spend({ amountMinor: "40" });
    const [spent, unspent] = await grantsOfCustomer();
    await expect(revoke(spent)).rejects.toThrow("takes back 100 instead of the unused 60");
    expect(await sumsOf(fixture, client)).toEqual({ ...zero, accounts: "110", balances: "110" });
    await revoke(unspent);
    expect(await sumsOf(fixture, client)).toEqual({ ...zero, accounts: "60", balances: "60" });
    await fixture.admin.query("UPDATE grants SET state = 5 WHERE row_id = $1", [unspent?.row_id]);
    fixture.clock.advance(31 * 86_400_000);
    await expect.poll(() => sumsOf(fixture, client), { timeout: 10_000 }).toEqual({ ...zero, accounts: "0", balances: "0" });
  });
});
