import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { codeOf, faultsOf, rowsOf } from "../../testing/answers.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { addConnection, deliver, sendRecords, sentOrder, streamRecords } from "../../testing/send.js";

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

describe("the connection of a record", () => {
  const as = (options: object, ...records: unknown[]) => sendRecords(fixture, client, "orders", records, options);

  it("a connection's key is valid for that connection only", async () => {
    const other = await addConnection(fixture, client);
    const answer = await as({ connectionId }, sentOrder({ connectionId: connectionId.toUpperCase() }), sentOrder({ connectionId: other }));
    expect(faultsOf(answer)).toEqual(["", "connectionId INVALID"]);
  });
  it("a workspace key requires a connection of the workspace in each record", async () => {
    const foreign = await addConnection(fixture, fixture.client());
    const mine = await as({}, sentOrder({ connectionId }), sentOrder(), sentOrder({ connectionId: "x" }));
    expect(faultsOf(mine)).toEqual(["", "connectionId REQUIRED", "connectionId INVALID"]);
    // The first two connections are unknown, and the discounts service does not run.
    const others = await as({}, sentOrder({ connectionId: foreign }), sentOrder({ connectionId: newId() }), sentOrder({ connectionId }));
    expect(faultsOf(others)).toEqual(["connectionId UNAVAILABLE", "connectionId UNAVAILABLE", ""]);
  });
  it("requires a key with write access", async () => {
    expect(await codeOf(await deliver(fixture, client, "orders", '{"records":[]}', { connectionId, level: "READ" }))).toEqual([
      403,
      "access_level_insufficient",
    ]);
    expect(await codeOf(await fetch(new URL("/v1/ingest/orders", fixture.running.url), { method: "POST" }))).toEqual([
      401,
      "PRINCIPAL_INVALID",
    ]);
  });
  it("is an error if the key's connection cannot be looked up", async () => {
    expect(await codeOf(await deliver(fixture, client, "orders", '{"records":[]}', { connectionId: newId() }))).toEqual([
      503,
      "UNAVAILABLE",
    ]);
  });
});

describe("a body of JSON", () => {
  it.each([
    ["that is no JSON", '{"records":[{"totalPrice":NaN}]}'],
    ["without records", "{}"],
    ["that is a list", "[]"],
    ["that is null", "null"],
    ["whose records are an object", '{"records":{}}'],
    ["with another member", '{"records":[],"dryRun":true}'],
    ["of more than 1000 records", JSON.stringify({ records: Array(1001).fill({}) })],
  ])("%s is rejected as a whole", async (_what, body) => {
    expect(await codeOf(await deliver(fixture, client, "orders", body, { connectionId }))).toEqual([400, "BAD_REQUEST"]);
  });
  it("that is not UTF-8 is rejected as a whole, like such a line", async () => {
    const body = Buffer.from(JSON.stringify({ records: [sentOrder({ customerName: "\u00ff" })] }), "latin1");
    const answer = await deliver(fixture, client, "orders", body as never, {
      connectionId,
      headers: { "content-type": "application/json" },
    });
    expect(await codeOf(answer)).toEqual([400, "BAD_REQUEST"]);
  });
  it("beyond 8 MiB is rejected as a whole", async () => {
    const body = JSON.stringify({ records: [sentOrder({ custom: { long: "x".repeat(8 * 1024 * 1024) } })] });
    expect(await codeOf(await deliver(fixture, client, "orders", body, { connectionId }))).toEqual([413, "BODY_TOO_LARGE"]);
  });
  it("of 1000 records is ingested completely, across batches", async () => {
    const { results } = await send(...Array.from({ length: 1000 }, () => sentOrder()));
    expect(results.map(({ index }) => index)).toEqual(Array.from({ length: 1000 }, (_, index) => index));
    expect(await rowsOf(fixture, client, "orders")).toHaveLength(1000);
    expect((await send()).results).toEqual([]);
  });
});

describe("a stream", () => {
  it("returns results record by record in order, regardless of whitespace", async () => {
    const order = sentOrder();
    const lines = [
      "\ufeff",
      order,
      "",
      "{",
      '{"totalPrice":NaN}',
      " \r",
      `${JSON.stringify(order)}\r`,
      `{"externalRef":"${"x".repeat(1024 * 1024)}"}`,
      sentOrder(),
    ];
    const { status, results } = await streamRecords(fixture, client, "orders", lines, { connectionId });
    expect(status).toBe(200);
    expect(results.map(({ outcome }) => outcome)).toEqual(["accepted", "rejected", "rejected", "unchanged", "rejected", "accepted"]);
    expect(results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(results[2]?.errors?.[0]?.message).toMatch(/not valid JSON/);
    expect(results[4]?.errors?.[0]?.message).toMatch(/longer than the maximum of 1048576 bytes/);
  });
});
