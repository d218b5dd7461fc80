import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import { faultsOf, outcomesOf, rowsOf } from "../../testing/answers.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { type Answered, addConnection, deliver, sendRecords, sentOrder, streamRecords } from "../../testing/send.js";

let fixture: Fixture;
let client: Client;
let connectionId: string;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  connectionId = await addConnection(fixture, client);
});

const send = (...records: unknown[]) => sendRecords(fixture, client, "orders", records, { connectionId });

describe("a rejected order", () => {
  it.each([
    ["a JSON number as an amount", { totalPrice: 120.5 }, "totalPrice INVALID"],
    ["NaN as an amount", { totalPrice: "NaN" }, "totalPrice INVALID"],
    ["an exponent", { totalPrice: "1e3" }, "totalPrice INVALID"],
    ["five decimals", { totalPrice: "1.00001" }, "totalPrice INVALID"],
    ["fifteen digits", { totalPrice: "100000000000000" }, "totalPrice INVALID"],
    ["a negative amount", { refundedTotal: "-1" }, "refundedTotal INVALID"],
    ["an unknown currency", { currencyId: "xxx" }, "currencyId INVALID"],
    ["a naive date", { placedAt: "2026-05-01T10:00:00" }, "placedAt INVALID"],
    ["a day for a time", { providerUpdatedAt: "2026-05-01" }, "providerUpdatedAt INVALID"],
    ["a time as a number", { paidAt: 1746093600 }, "paidAt INVALID"],
    ["no reference", { externalRef: undefined }, "externalRef REQUIRED"],
    ["a blank reference", { externalRef: " " }, "externalRef TOO_SHORT"],
    ["a reference that is too long", { externalRef: "x".repeat(256) }, "externalRef TOO_LONG"],
    ["a character that cannot be kept", { customerName: "a\u0000b" }, "customerName INVALID"],
    ["half a character", { customerName: "\ud800" }, "customerName INVALID"],
    ["an unknown status", { orderStatus: "open" }, "orderStatus INVALID"],
    ["a code that is no text", { discountCodes: ["A", 1] }, "discountCodes.1 INVALID"],
    ["a code with an unknown field", { discountCodes: [{ code: "A", amount: "1", type: "fixed" }] }, "discountCodes.0 INVALID"],
    ["a code's amount as a number", { discountCodes: ["A", { code: "B", amount: 1 }] }, "discountCodes.1.amount INVALID"],
    [
      "amounts of codes with a sum of fifteen digits",
      { discountCodes: Array(2).fill({ code: "A", amount: "99999999999999" }) },
      "discountCodes OUT_OF_RANGE",
    ],
    ["no list of codes", { discountCodes: undefined }, "discountCodes REQUIRED"],
    ["a list in place of an object", { custom: [] }, "custom INVALID"],
    ["an object that cannot be kept", { custom: { a: { "\u0000": 1 } } }, "custom INVALID"],
    ["a response that is no id", { formResponseId: "1" }, "formResponseId INVALID"],
    ["a word for a flag", { isReal: "yes" }, "isReal INVALID"],
    ["an unknown field", { total: "1" }, "total UNKNOWN_FIELD"],
  ])("has %s", async (_what, change, fault) => {
    const answer = await send(sentOrder(change), sentOrder());
    expect([outcomesOf(answer), faultsOf(answer)]).toEqual([
      ["rejected", "accepted"],
      [fault, ""],
    ]);
    expect(await rowsOf(fixture, client, "orders")).toHaveLength(1);
  });
  it.each([
    "0001-01-01T00:00:00Z",
    "0001-01-30T23:59:59+01:00",
    "1970-01-01T00:00:00Z",
    "1970-01-21T01:02:03Z",
    "2026-06-03T12:00:00Z",
    "9999-12-31T23:59:59.999Z",
  ])("with an impossible time, %s, does not affect other records", async (time) => {
    const fields = ["providerUpdatedAt", "placedAt", "paidAt"];
    const { status, results } = await send(
      sentOrder(),
      ...fields.map((field) => sentOrder({ [field]: time, visitorId: "v" })),
      sentOrder(),
    );
    expect(status).toBe(200);
    expect(results.map(({ outcome }) => outcome)).toEqual(["accepted", "rejected", "rejected", "rejected", "accepted"]);
    expect(results.slice(1, 4).map(({ errors }) => errors?.map(({ field, code }) => [field[0], code]))).toEqual(
      fields.map((field) => [[field, "INVALID"]]),
    );
  });
  it("by the database does not affect other records", async () => {
    await fixture.admin.query("ALTER TABLE orders ADD CONSTRAINT unforeseen CHECK (external_ref NOT LIKE 'unforeseen%')");
    onTestFinished(async () => void (await fixture.admin.query("ALTER TABLE orders DROP CONSTRAINT unforeseen")));
    const refs = ["1", "unforeseen 1", "2", "3", "unforeseen 2", "4", "5"];
    const { status, results } = await send(...refs.map((externalRef) => sentOrder({ externalRef })));
    expect(status).toBe(200);
    expect(results.map(({ index, externalRef, outcome, rowId }) => [index, externalRef, outcome, typeof rowId])).toEqual(
      refs.map((ref, index) => [index, ref, ...(ref.startsWith("u") ? ["rejected", "undefined"] : ["accepted", "string"])]),
    );
    expect(results[1]?.errors).toMatchObject([{ field: [], code: "INVALID" }]);
    expect((await rowsOf(fixture, client, "orders")).map(({ external_ref }) => external_ref).sort()).toEqual(["1", "2", "3", "4", "5"]);
    expect((await client.events()).filter(({ what }) => what === "order.placed")).toHaveLength(5);
  });
  it("gets all violations and no id", async () => {
    const answer = await send({ externalRef: "1001", totalPrice: 1, colour: "red" });
    const required = [
      "currencyId",
      "discountCodes",
      "financialStatus",
      "fulfillmentStatus",
      "orderStatus",
      "placedAt",
      "providerUpdatedAt",
    ];
    expect(faultsOf(answer)).toEqual([
      ["colour UNKNOWN_FIELD", ...required.map((field) => `${field} REQUIRED`), "totalPrice INVALID"].sort().join(),
    ]);
    expect(answer.results[0]).not.toHaveProperty("rowId");
    expect(answer.results[0]?.externalRef).toBe("1001");
    expect(answer.results[0]?.errors?.find(({ field }) => field[0] === "totalPrice")?.message).toMatch(/JSON numbers are not exact/);
  });
  it("has a number with more digits than a double, in any object; other numbers stay exact", async () => {
    const order = JSON.stringify(sentOrder({ custom: { id: 0 } }));
    const [large, exact] = ["12345678901234567890123", '9007199254740992, "b": [0.1, 1e300]'].map((number) =>
      order.replace('"id":0', `"id":${number}`),
    );
    const body = `{"records":[${large},${exact}]}`;
    const streamed = await streamRecords(fixture, client, "orders", [large, exact], { connectionId });
    expect(faultsOf(streamed)).toEqual(["custom INVALID", ""]);
    expect(streamed.results[0]?.errors?.[0]?.message).toMatch(/send the number as a string/);
    const sent = (await (await deliver(fixture, client, "orders", body, { connectionId })).json()) as Answered;
    expect(outcomesOf(sent)).toEqual(["rejected", "unchanged"]);
    expect(await rowsOf(fixture, client, "order_customs")).toMatchObject([{ content: { id: 2 ** 53, b: [0.1, 1e300] } }]);
  });
  it("is not an object, or is nested too deeply", async () => {
    expect(faultsOf(await send(null, [], 1, "x"))).toEqual(Array(4).fill(" INVALID"));
    const deep = `${"[".repeat(500_000)}${"]".repeat(500_000)}`;
    const line = JSON.stringify(sentOrder({ custom: { deep: 0 } })).replace('"deep":0', `"deep":${deep}`);
    expect(faultsOf(await streamRecords(fixture, client, "orders", [line], { connectionId }))).toEqual(["custom INVALID"]);
  });
});
