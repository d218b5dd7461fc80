import { deadLetterDays, streamDays } from "@offergraph/service/messaging/retention";
import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { eraseCustomer } from "../../consumers/erase-customer.js";
import { eraseFromUsages } from "../../db/erased-customers.js";
import { endGrants } from "../../db/grant-codes.js";
import { countUsages } from "../../db/order-usages.js";
import { issueGrantCodes } from "../../services/grants/issue-grant-codes.js";
import { addConnection, createCode } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { requestOf } from "../../testing/grants.js";
import { mutatePlacement, place } from "../../testing/placements.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

interface Answer {
  valid: boolean;
  reasons: { reason: string; message: string }[];
  [field: string]: unknown;
}
const document = `query ($code: String!, $cart: DiscountCartInput!, $customerId: Ref, $connectionId: UUID, $at: Datetime) {
  answer: validate_discount_code(code: $code, cart: $cart, customerId: $customerId, connectionId: $connectionId, at: $at) {
    valid reasons { reason message } discountCode { rowId } currencyId subtotal amountOff total items { subtotal amountOff total } } }`;
const cartOf = (...amounts: string[]) => ({ currencyId: "EUR", items: amounts.map((amount) => ({ amount })) });
const validate = async (code: string, more: object = {}, as = client) =>
  (await as.data<{ answer: Answer }>(document, { code, cart: cartOf("10"), ...more })).answer;
const write = <Result>(effect: (tx: Parameters<typeof countUsages>[0]) => Promise<Result>) =>
  fixture.running.parts.database.transaction({ workspaceId: client.workspaceId }, effect);
const reasonsOf = async (code: string, more: object = {}) => (await validate(code, more)).reasons.map(({ reason }) => reason);

describe("validate_discount_code", () => {
  it("computes the amount off, by item and in total, and writes nothing", async () => {
    const { rowId } = await createCode(client, { code: "Ten", aliased_codes: [{ code: "ZEHN" }], value_percent: 12.5 });
    const before = await client.events();
    const cart = { currencyId: "eur", items: [{ amount: "9.99", quantity: 3 }, { amount: "0.50" }] };
    const expected = {
      ...{ valid: true, reasons: [], discountCode: { rowId }, currencyId: "eur", subtotal: "30.47", amountOff: "3.81", total: "26.66" },
      items: [
        { subtotal: "29.97", amountOff: "3.75", total: "26.22" },
        { subtotal: "0.5", amountOff: "0.06", total: "0.44" },
      ],
    };
    for (const code of ["TEN", "zehn"]) expect(await validate(code, { cart })).toEqual(expected);
    expect(await client.events()).toEqual(before);
  });

  it("supports currencies with 0 and 3 decimal places, and reports an amount that the currency cannot express", async () => {
    await createCode(client, { code: "SEVEN", value_kind: "amount", value_percent: null, value_amount: 7.255 });
    const inCurrency = (currencyId: string, amount: string) => validate("SEVEN", { cart: { currencyId, items: [{ amount }] } });
    expect(await inCurrency("KWD", "10.005")).toMatchObject({ valid: true, amountOff: "7.255", total: "2.75" });
    for (const currency of ["eur", "jpy"])
      expect(await inCurrency(currency, "10")).toMatchObject({
        reasons: [{ reason: "CURRENCY_NOT_SUPPORTED" }],
        amountOff: "0",
        total: "10",
      });
  });

  it("reports all reasons, and NOT_FOUND for another workspace's code", async () => {
    const at = { start_at: "2026-07-01T00:00:00Z", ends_at: "2026-08-01T00:00:00Z" };
    const { rowId } = await createCode(client, { code: "LATER", status: "DRAFT", usage_limit: 1, ...at });
    await fixture.admin.query("UPDATE discount_codes SET usage_count = 1 WHERE row_id = $1", [rowId]);
    const connectionId = await addConnection(fixture, client);
    expect(await reasonsOf("later", { connectionId })).toEqual(["NOT_ACTIVE", "NOT_STARTED", "USAGE_LIMIT_REACHED", "NOT_PLACED"]);
    expect(await reasonsOf("later", { at: "2026-07-01T02:00:00+02:00" })).toEqual(["NOT_ACTIVE", "USAGE_LIMIT_REACHED"]);
    expect(await reasonsOf("later", { at: "2026-08-01T00:00:00Z" })).toEqual(["NOT_ACTIVE", "ENDED", "USAGE_LIMIT_REACHED"]);
    const foreign = await validate("later", {}, fixture.client());
    expect(foreign).toEqual({ ...(await validate("nowhere")), discountCode: null });
    expect(foreign.reasons).toEqual([{ reason: "NOT_FOUND", message: "There is no such code." }]);
  });

  it("checks the placement and its targets", async () => {
    const { rowId } = await createCode(client, { code: "SHOP", value_percent: 50 });
    const [connectionId, other] = [await addConnection(fixture, client), await addConnection(fixture, client)];
    const { placementId } = await place(client, rowId, connectionId);
    expect(await reasonsOf("SHOP", { connectionId: other })).toEqual(["NOT_PLACED"]);
    expect(await reasonsOf("SHOP", { connectionId })).toEqual([]);
    const target = { kind: "PRODUCT", externalRef: "hat" };
    await mutatePlacement(client, "set_placement_targets", { connectionId, placementId, targets: [target] });
    expect(await reasonsOf("SHOP", { connectionId })).toEqual(["NO_ELIGIBLE_ITEM"]);
    const items = [
      { amount: "8", targets: [{ ...target, kind: "COLLECTION" }] },
      { amount: "10", targets: [target] },
    ];
    const { amountOff, items: discounted } = await validate("SHOP", { connectionId, cart: { currencyId: "eur", items } });
    expect([amountOff, discounted]).toMatchObject(["5", [{ amountOff: "0" }, { amountOff: "5" }]]);
  });

  it("knows the customers of orders and grants", async () => {
    const { rowId } = await createCode(client, { code: "ONCE", one_time_purchase: true, usage_limit: 5 });
    const { workspaceId } = client;
    const customerId = customerIdOf(workspaceId, "ann");
    const usage = {
      orderId: newId(),
      discountCodeId: rowId,
      customerId,
      updatedAt: "2026-06-01T12:00:00.000Z",
      emittedAt: new Date(),
      nameKeys: ["once"],
    };
    await write((tx) => countUsages(tx, [usage]));
    for (const ann of [" ANN ", { name: "ann" }, customerId])
      expect(await reasonsOf("ONCE", { customerId: ann })).toEqual(["ALREADY_USED"]);
    for (const more of [{ customerId: "bob" }, {}]) expect(await reasonsOf("ONCE", more)).toEqual([]);
    const [minted] = await write((tx) => issueGrantCodes(tx, [requestOf(rowId, { customerId })], () => 7));
    const code = minted?.code ?? "";
    for (const ann of ["ann", customerId]) expect(await reasonsOf(code, { customerId: ann })).toEqual([]);
    expect(await reasonsOf(code, { customerId: "bob" })).toEqual(["OTHER_CUSTOMER"]);
    const used = { ...usage, orderId: newId(), nameKeys: [code.toLowerCase()] };
    await write((tx) => countUsages(tx, [used]));
    expect(await reasonsOf(code, { customerId: "ann" })).toEqual(["USAGE_LIMIT_REACHED"]);
  });

  it("reports the end of the grant that owns an alias of a pool; other aliases remain valid", async () => {
    const { rowId } = await createCode(client, { code: "POOL", aliased_codes: [{ code: "FIRST" }, { code: "SECOND" }] });
    const request = requestOf(rowId, { delivery: "POOL", prefix: null });
    await write((tx) => issueGrantCodes(tx, [request], () => 7));
    expect(await reasonsOf("FIRST")).toEqual([]);
    await write((tx) => endGrants(tx, [request.rowId]));
    expect([await reasonsOf("FIRST"), await reasonsOf("SECOND"), await reasonsOf("POOL")]).toEqual([["ENDED"], [], []]);
  });

  it("does not know an erased customer; an event from before the erasure does not restore the customer, a later one is new data", async () => {
    const { rowId } = await createCode(client, { code: "ONCE", one_time_purchase: true });
    const [ann, bob] = [customerIdOf(client.workspaceId, "ann"), customerIdOf(client.workspaceId, "bob")];
    const erasedAt = new Date("2026-06-01T12:00:00.000Z");
    const use = (customerId: string, ms: number, orderId = newId()) => {
      const emittedAt = new Date(erasedAt.getTime() + ms);
      const usage = { orderId, discountCodeId: rowId, customerId, updatedAt: emittedAt.toISOString(), emittedAt, nameKeys: ["once"] };
      return write((tx) => countUsages(tx, [usage]));
    };
    const known = async () => Promise.all(["ann", "bob"].map((customerId) => reasonsOf("ONCE", { customerId })));
    const orderId = newId();
    await use(ann, -2, orderId);
    await use(bob, -2);
    expect(await known()).toEqual([["ALREADY_USED"], ["ALREADY_USED"]]);
    expect([eraseCustomer.name, eraseCustomer.events]).toEqual(["erase-customer", [customerErased]]);
    await write((tx) => eraseFromUsages(tx, ann, erasedAt));
    expect(await known()).toEqual([[], ["ALREADY_USED"]]);
    await use(ann, 0, orderId);
    const lastReplay = new Date(erasedAt.getTime() + (streamDays + deadLetterDays + streamDays) * 86_400_000);
    await write((tx) => eraseFromUsages(tx, newId(), lastReplay));
    await use(ann, -1);
    const stored = "SELECT customer_id FROM order_usages WHERE workspace_id = $1 ORDER BY 1 NULLS FIRST";
    const customers = (await fixture.admin.query(stored, [client.workspaceId])).rows.map(({ customer_id }) => customer_id);
    expect(customers).toEqual([null, null, bob]);
    await use(ann, 1, orderId);
    expect(await known()).toEqual([["ALREADY_USED"], ["ALREADY_USED"]]);
    const { rows } = await fixture.admin.query("SELECT usage_count FROM discount_codes WHERE row_id = $1", [rowId]);
    expect(rows).toEqual([{ usage_count: 3 }]);
  });

  it.each([
    [{ cart: { currencyId: "xyz", items: [{ amount: "1" }] } }, "cart.currencyId"],
    [{ cart: { currencyId: "jpy", items: [{ amount: "1" }, { amount: "1.5" }] } }, "cart.items.1.amount"],
    [{ cart: { currencyId: "eur", items: [{ amount: "-1" }] } }, "cart.items.0.amount"],
  ])("rejects %j by its path", async (more, argument) => {
    const { data, errors } = await client.call(document, { code: "A", ...more });
    expect([data, errors?.[0]?.extensions]).toEqual([{ answer: null }, expect.objectContaining({ code: "BAD_USER_INPUT", argument })]);
  });

  it("rejects an empty cart and a quantity of 0", async () => {
    for (const items of [[], [{ amount: "1", quantity: 0 }]]) {
      const { data, errors } = await client.call(document, { code: "A", cart: { currencyId: "eur", items } });
      expect([data, errors?.[0]?.extensions.code]).toEqual([{ answer: null }, "BAD_USER_INPUT"]);
    }
  });
});
