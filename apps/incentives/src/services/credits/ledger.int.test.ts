import { newId } from "@offergraph/shared/time/ids";
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { bookMissingCounterEntries } from "../../db/counter-entries.js";
import { readGrants } from "../../db/grants.js";
import { lockEarned } from "../../db/redemptions.js";
import { createCredit, grantTo, rewriteLedger, spendCredit, sumsOf } from "../../testing/credits.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { grantsOf, ledgerOf } from "../../testing/granting.js";
import { orderEvents } from "../granting/apply-order.js";
import { bookBenefits } from "../granting/benefits.js";
import { reverse } from "../granting/transitions.js";

const dayMs = 86_400_000;
const validDays = 30;
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

/** Kinds of credit: spendable, of an unverified claim, and sent to a store. */
const pots = ["own", "claimed", "store"] as const;
type Pot = (typeof pots)[number];
type Operation =
  | { what: "issue"; amount: number; pot: Pot }
  | { what: "spend"; amount: number }
  | { what: "wait"; days: number }
  | { what: "reverse"; which: number };
const operations: fc.Arbitrary<Operation[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constant("issue" as const),
        amount: fc.integer({ min: 1, max: 50 }),
        pot: fc.constantFrom("own" as const, ...pots),
      }),
    },
    { weight: 5, arbitrary: fc.record({ what: fc.constant("spend" as const), amount: fc.integer({ min: 1, max: 60 }) }) },
    { weight: 2, arbitrary: fc.record({ what: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 20 }) }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant("reverse" as const), which: fc.nat(9) }) },
  ),
  { minLength: 6, maxLength: 14 },
);

/** Reference implementation of the ledger. Stores the remaining amounts of credits, sorted by expiry time. */
class Reference {
  #left: { id: string; amount: number; end: number; pot: Pot }[] = [];
  /** Ledger entries of the customer: ordinal of the kind, and amount. */
  readonly changes: [number, string][] = [];
  add(id: string, amount: number, pot: Pot, now: number): void {
    this.#left.push({ id, amount, end: now + validDays * dayMs, pot });
    this.changes.push([0, String(amount)]);
  }
  spend(amount: number): boolean {
    if (this.balanceOf("own") < amount) return false;
    let open = amount;
    for (const one of this.#left.filter(({ pot }) => pot === "own")) {
      const part = Math.min(one.amount, open);
      if (part > 0) this.changes.push([3, String(-part)]);
      one.amount -= part;
      open -= part;
    }
    return true;
  }
  end(kind: number, is: (one: { id: string; end: number }) => boolean): void {
    for (const one of this.#left.filter(is)) if (one.amount > 0) this.changes.push([kind, String(-one.amount)]);
    this.#left = this.#left.filter((one) => !is(one));
  }
  balanceOf(...of: readonly Pot[]): number {
    return this.#left.reduce((sum, { amount, pot }) => (of.includes(pot) ? sum + amount : sum), 0);
  }
}

class Account {
  readonly customerId = newId();
  readonly reference = new Reference();
  constructor(readonly client: Client) {}

  apply(operation: Operation): Promise<void> {
    if (operation.what === "issue") return this.#issue(operation.amount, operation.pot);
    if (operation.what === "spend") return this.#spend(operation.amount);
    return operation.what === "wait" ? this.#wait(operation.days) : this.#reverse(operation.which);
  }

  async #issue(amount: number, pot: Pot): Promise<void> {
    const credit = await createCredit(fixture, this.client, amount, pot === "store" ? "http" : "manual");
    await grantTo(fixture, this.client, credit, this.customerId, pot !== "claimed");
    this.reference.add((await grantsOf(fixture, this.client)).at(-1)?.row_id ?? "", amount, pot, now());
  }

  /** Returns the balances from the API, and compares them with the ledger. */
  async shown(): Promise<number[]> {
    const { ledger } = await this.client.data<{ ledger: { nodes: { balanceMinor: string }[] } }>(
      'query ($id: Ref!) { ledger: get_credit_ledger(customerId: $id, currency: "eur", first: 1) { nodes { balanceMinor } } }',
      { id: this.customerId },
    );
    const [{ creditBalances: [shown] = [] } = {}] = (await this.client.entities(
      "Customer",
      [this.customerId],
      "creditBalances { amountMinor claimedMinor storeMinor }",
    )) as { creditBalances?: { amountMinor: string; claimedMinor: string; storeMinor: string }[] }[];
    expect(ledger.nodes[0]?.balanceMinor ?? "0").toBe(shown?.amountMinor ?? "0");
    return [shown?.amountMinor, shown?.claimedMinor, shown?.storeMinor].map((amount) => Number(amount ?? 0));
  }

  async #spend(amount: number): Promise<void> {
    const input = { customerId: this.customerId, amountMinor: String(amount), currency: "eur", reference: newId() };
    const expected = this.reference.spend(amount) ? String(this.reference.balanceOf("own")) : undefined;
    expect((await spendCredit(this.client, input)).spend?.balanceMinor).toBe(expected);
  }

  async #wait(days: number): Promise<void> {
    fixture.clock.advance(days * dayMs);
    const due = () => fixture.admin.query("SELECT FROM due_grants WHERE due_at <= $1", [fixture.clock.now()]);
    await expect.poll(async () => (await due()).rowCount, { timeout: 20_000, interval: 20 }).toBe(0);
    this.reference.end(1, ({ end }) => end <= now());
  }

  async #reverse(which: number): Promise<void> {
    const issued = (await grantsOf(fixture, this.client)).filter(({ state }) => state === "ISSUED");
    const one = issued[which % Math.max(1, issued.length)];
    if (one) await reverseCredit(this.client, one.row_id);
    this.reference.end(2, ({ id }) => id === one?.row_id);
  }
}

const now = () => fixture.clock.now().getTime();

async function reverseCredit(client: Client, grantId: string): Promise<void> {
  await fixture.running.parts.database.transaction({ workspaceId: client.workspaceId, emits: orderEvents }, async (tx) => {
    const [found] = await readGrants(tx.sql, [grantId]);
    for (const grant of await lockEarned(tx, found ? [found.formResponseId] : [])) {
      await bookBenefits(tx, grant, "REVERSED");
      await reverse(tx, grantId, newId());
    }
  });
}

it("sums to zero in double entry after any sequence of issues, spends, expiry and reversals, and equals a plain reference", async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (sequence) => {
      const client = fixture.client();
      const account = new Account(client);
      for (const operation of sequence) {
        fixture.clock.advance(1_000);
        await account.apply(operation);
        const all = String(account.reference.balanceOf(...pots));
        expect(await sumsOf(fixture, client)).toEqual({ ledger: "0", unpaired: "0", accounts: all, balances: all });
        expect(await account.shown()).toEqual(pots.map((pot) => account.reference.balanceOf(pot)));
      }
      const booked = (await ledgerOf(fixture, client)).map(({ kind, amount_minor }) => `${kind} ${amount_minor}`);
      expect(booked.sort()).toEqual(account.reference.changes.map(([kind, amount]) => `${kind} ${amount}`).sort());
    }),
    { numRuns: 12 },
  );
}, 120_000);

it("gets the missing counter entries of entries from before the double entry, in batches, each once", async () => {
  const client = fixture.client();
  const credit = await createCredit(fixture, client, 5);
  const customerIds = Array.from({ length: 7 }, newId);
  for (const customerId of customerIds) await grantTo(fixture, client, credit, customerId);
  await rewriteLedger(fixture, `DELETE FROM credit_ledger WHERE workspace_id = '${client.workspaceId}' AND account <> 0`);
  await grantTo(fixture, client, credit, newId());
  expect(await sumsOf(fixture, client)).toMatchObject({ ledger: "35", unpaired: "7" });
  const { database } = fixture.running.parts;
  const runBatch = (after: string) =>
    database.transaction({ workspaceId: client.workspaceId, emits: [] }, (tx) => bookMissingCounterEntries(tx, after, 3));
  let after: string | null = "00000000-0000-0000-0000-000000000000";
  let batches = 0;
  for (; after !== null; batches += 1) {
    const next: string | null = await runBatch(after);
    await runBatch(after);
    after = next;
  }
  expect(batches).toBeGreaterThan(2);
  expect(await sumsOf(fixture, client)).toEqual({ ledger: "0", unpaired: "0", accounts: "40", balances: "40" });
});
