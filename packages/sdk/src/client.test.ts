import { afterEach, describe, expect, it } from "vitest";
import { ApiError, ConnectionError, createClient, type OffergraphOptions } from "./index.js";
import { data, failure, json, reset, silence, startServer } from "./testing/server.js";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function setUp(answers: Parameters<typeof startServer>, options: Partial<OffergraphOptions> = {}) {
  const server = await startServer(...answers);
  stops.push(server.stop);
  return { server, client: createClient({ url: `${server.url}/`, key: "sk_live_secret", retryDelayMs: 1, ...options }) };
}

const partner = { partner: { rowId: "p1" }, userErrors: [] };
const created = data({ create_partner: partner });
const noPartner = data({ get_partner: null });
const ofPartner = { partnerId: "p1" };

describe("a call", () => {
  it("sends the operation with the given arguments and the default fields", async () => {
    const { server, client } = await setUp([data({ get_partner: { rowId: "p1", name: "Mara" } })]);
    expect(await client.getPartner({ partnerId: "@mara" })).toEqual({ rowId: "p1", name: "Mara" });
    const [{ method, path, headers }] = server.received as [(typeof server.received)[0]];
    expect([method, path, headers.authorization]).toEqual(["POST", "/graphql/v1", "Bearer sk_live_secret"]);
    expect(headers["idempotency-key"]).toBeUndefined();
    const [{ query, variables }] = server.bodies();
    expect(query).toMatch(
      /^query get_partner\(\$partnerId: PartnerRef!\) \{ get_partner\(partnerId: \$partnerId\) \{ rowId .*name.* \} \}$/,
    );
    expect(variables).toEqual({ partnerId: "@mara" });
  });

  it("sends the selected fields, and omits undefined arguments", async () => {
    const { server, client } = await setUp([data({ list_partners: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } })]);
    await client.listPartners({ first: 2, filter: undefined as never }, { fields: { rowId: true, name: true }, totalCount: true });
    const [{ query, variables }] = server.bodies();
    expect(query).toBe(
      "query list_partners($first: Int) { list_partners(first: $first) { nodes { rowId name } pageInfo { hasNextPage endCursor } totalCount } }",
    );
    expect(variables).toEqual({ first: 2 });
  });

  it("rejects names that the types do not allow, before the call", async () => {
    const { server, client } = await setUp([noPartner]);
    await expect(client.getPartner({ ...ofPartner, nothing: 1 } as never)).rejects.toThrow("get_partner has no argument nothing");
    await expect(client.getPartner(ofPartner, { fields: { "name } evil {": true } as never })).rejects.toThrow("not the name of a field");
    await expect(client.getPartner(ofPartner, { fields: {} })).rejects.toThrow("must not be empty");
    expect(server.received).toEqual([]);
  });

  it("returns null for a missing record, and an empty list for a missing list", async () => {
    const { client } = await setUp([noPartner, data({ get_discount_campaigns: null })]);
    expect(await client.getPartner(ofPartner)).toBeNull();
    expect(await client.getDiscountCampaigns({ id: "1" })).toEqual([]);
  });

  it("sends a document of the caller", async () => {
    const { server, client } = await setUp([reset, data({ list_orders: { totalCount: 7 } }), reset]);
    const count = await client.graphql<{ list_orders: { totalCount: number } }>("{ list_orders(first: 0) { totalCount } }");
    expect(count.list_orders.totalCount).toBe(7);
    await expect(client.graphql("mutation M { create_partner { userErrors { code } } }")).rejects.toMatchObject({ code: "NETWORK_ERROR" });
    expect(server.received).toHaveLength(3);
  });

  it.each([
    "fragment P on Partner { rowId } mutation M { create_partner { partner { ...P } } }",
    "# {\nmutation M { create_partner { userErrors { code } } }",
  ])("sends a document with a mutation only once: %s", async (document) => {
    const { server, client } = await setUp([reset]);
    await expect(client.graphql(document)).rejects.toMatchObject({ code: "NETWORK_ERROR" });
    expect(server.received).toHaveLength(1);
    await expect(client.graphql(document, {}, { dryRun: true } as never)).rejects.toMatchObject({ code: "DRY_RUN_NOT_SUPPORTED" });
    expect(server.received).toHaveLength(1);
  });
});

describe("a mutation", () => {
  it("sends its input, its own idempotency key, and always requests userErrors", async () => {
    const { server, client } = await setUp([created]);
    const result = await client.createPartner({ name: "Mara" }, { fields: { partner: { rowId: true } } });
    expect(result).toEqual({ ok: true, data: { partner: { rowId: "p1" } }, userErrors: [], warnings: [] });
    await client.createPartner({ name: "Mara" });
    await client.createPartner({ name: "Mara" }, { idempotencyKey: "mine" });
    const [{ query, variables }] = server.bodies();
    expect(query).toContain("{ create_partner(input: $input) { partner { rowId } userErrors { field message code } } }");
    expect(variables).toEqual({ input: { name: "Mara" } });
    const [first, second, third] = server.received.map(({ headers }) => headers["idempotency-key"]);
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(second).not.toBe(first);
    expect(third).toBe("mine");
    const rejected = { code: "idempotency_key_invalid", message: expect.stringContaining("1-255 printable ASCII characters") };
    await expect(client.createPartner({ name: "Mara" }, { idempotencyKey: "Größe" })).rejects.toMatchObject(rejected);
    await expect(client.graphql("mutation { a }", {}, { idempotencyKey: "" })).rejects.toMatchObject(rejected);
    expect(server.received).toHaveLength(3);
  });

  it("repeats a lost request with the same idempotency key and input", async () => {
    const away = json({ data: { create_partner: null }, errors: [{ message: "", extensions: { code: "SUBGRAPH_UNAVAILABLE" } }] });
    const { server, client } = await setUp([reset, away, failure("idempotency_key_in_use", 409), created]);
    expect((await client.createPartner({ name: "Mara" })).ok).toBe(true);
    expect(server.received).toHaveLength(4);
    expect(new Set(server.received.map(({ headers, body }) => `${headers["idempotency-key"]} ${body}`)).size).toBe(1);
  });

  it("is not repeated if it was applied, although a field of its result failed", async () => {
    const errors = [{ message: "", path: ["create_partner", "partner", "codes"], extensions: { code: "SUBGRAPH_UNAVAILABLE" } }];
    const { server, client } = await setUp([json({ data: { create_partner: partner }, errors }), created]);
    await expect(client.createPartner({ name: "Mara" })).rejects.toMatchObject({ isTemporary: false, data: { create_partner: partner } });
    expect(server.received).toHaveLength(1);
  });

  it("returns userErrors as a result", async () => {
    const error = { field: ["input", "name"], message: "name is required.", code: "REQUIRED" };
    const { server, client } = await setUp([data({ create_partner: { partner: null, userErrors: [error] } })]);
    const result = await client.createPartner({ name: "" });
    expect(result).toEqual({ ok: false, data: null, userErrors: [error] });
    expect(server.received).toHaveLength(1);
  });

  it("returns the warnings of the API", async () => {
    const next = { operation: "create_post", why: "A partner without posts sells nothing." };
    const warning = { operation: "create_partner", code: "NO_POSTS", message: "The partner has no posts.", recordIds: ["p1"], next };
    const { client } = await setUp([data({ create_partner: partner }, { warnings: [warning] })]);
    expect(await client.createPartner({ name: "Mara" })).toMatchObject({ ok: true, warnings: [warning] });
  });

  it("takes all arguments if there are several, and converts a Date", async () => {
    const { server, client } = await setUp([
      data({ save_discount_code: { userErrors: [] } }),
      data({ create_campaign: { userErrors: [] } }),
    ]);
    await client.saveDiscountCode({ id: "1", body: { title: "Ten off" } as never });
    await client.createCampaign({ name: "Summer", startsAt: new Date("2026-06-01T00:00:00Z") });
    expect(server.bodies().map(({ variables }) => variables)).toEqual([
      { id: "1", body: { title: "Ten off" } },
      { input: { name: "Summer", startsAt: "2026-06-01T00:00:00.000Z" } },
    ]);
  });

  it("asks for a dry run, and returns what the API reports about it", async () => {
    const { server, client } = await setUp([
      data({ create_partner: partner }, { dryRun: { mutations: [{ operation: "create_partner", eventCount: 1 }] } }),
    ]);
    const result = await client.createPartner({ name: "Mara" }, { dryRun: true });
    expect(result).toMatchObject({ ok: true, dryRun: { operation: "create_partner", eventCount: 1 } });
    expect(server.received[0]?.headers["dry-run"]).toBe("true");
    const { client: old } = await setUp([created]);
    await expect(old.createPartner({ name: "Mara" }, { dryRun: true })).rejects.toMatchObject({ code: "DRY_RUN_NOT_SUPPORTED" });
  });
});

describe("pages", () => {
  const pageOf = (names: string[], endCursor: string | null) =>
    data({ list_partners: { nodes: names.map((name) => ({ name })), pageInfo: { hasNextPage: endCursor !== null, endCursor } } });

  it("are requested one after the other while the caller iterates", async () => {
    const { server, client } = await setUp([pageOf(["a", "b"], "2"), pageOf(["c"], "3"), pageOf([], null)]);
    const names: string[] = [];
    for await (const { name } of client.listPartners({ filter: {} })) names.push(name);
    expect(names).toEqual(["a", "b", "c"]);
    expect(server.bodies().map(({ variables }) => variables)).toEqual([
      { first: 100, filter: {} },
      { first: 100, filter: {}, after: "2" },
      { first: 100, filter: {}, after: "3" },
    ]);
  });

  it("are read backward with `last`, from the last record to the first", async () => {
    const page = (names: string[], startCursor: string | null) => {
      const pageInfo = { hasNextPage: false, endCursor: null, hasPreviousPage: startCursor !== null, startCursor };
      return data({ list_partners: { nodes: names.map((name) => ({ name })), pageInfo } });
    };
    const { server, client } = await setUp([page(["d", "e"], "4"), page(["b", "c"], "2"), page(["a"], null)]);
    const names: string[] = [];
    for await (const { name } of client.listPartners({ orderBy: ["NAME_ASC"], last: 2 })) names.push(name);
    expect(names).toEqual(["e", "d", "c", "b", "a"]);
    expect(server.bodies().map(({ variables }) => variables)).toEqual([
      { orderBy: ["NAME_ASC"], last: 2 },
      { orderBy: ["NAME_ASC"], last: 2, before: "4" },
      { orderBy: ["NAME_ASC"], last: 2, before: "2" },
    ]);
    expect(server.bodies()[0].query).toContain("pageInfo { hasNextPage endCursor hasPreviousPage startCursor } }");
    for await (const _partner of client.listPartners({ before: "4" }));
    expect(server.bodies().at(-1).variables).toEqual({ before: "4", last: 100 });
    expect((await client.listPartners({ last: 1 })).pageInfo).toMatchObject({ hasPreviousPage: false, startCursor: null });
  });

  it("continue at the cursor after a first page with an offset", async () => {
    const page = (endCursor: string | null) =>
      data({ list_discount_codes: { nodes: [], pageInfo: { hasNextPage: endCursor !== null, endCursor } } });
    const { server, client } = await setUp([page("2"), page(null)]);
    for await (const _code of client.listDiscountCodes({ offset: 5, first: 2 }));
    expect(server.bodies().map(({ variables }) => variables)).toEqual([
      { first: 2, offset: 5 },
      { first: 2, after: "2" },
    ]);
  });

  it("are not requested before they are needed, and only once", async () => {
    const { server, client } = await setUp([pageOf(["a"], "2")]);
    const list = client.listPartners({ first: 1 });
    expect(server.received).toEqual([]);
    expect((await list).pageInfo).toEqual({ hasNextPage: true, endCursor: "2" });
    expect((await list).nodes).toEqual([{ name: "a" }]);
    for await (const { name } of client.listPartners({ first: 1 })) if (name === "a") break;
    expect(server.received).toHaveLength(2);
  });
});

describe("after a failure", () => {
  it("waits as long as Retry-After says", async () => {
    const { server, client } = await setUp([failure("rate_limited", 429, { "retry-after": "0.2" }), noPartner]);
    expect(await client.getPartner(ofPartner)).toBeNull();
    const [first, second] = server.received.map(({ at }) => at);
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(190);
  });

  it("waits twice as long before each further attempt, with jitter", async () => {
    const { server, client } = await setUp([failure("SERVICE_UNAVAILABLE", 503)], { retryDelayMs: 20 });
    await expect(client.getPartner(ofPartner)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE", status: 503 });
    expect(server.received).toHaveLength(4);
    const waits = server.received.slice(1).map(({ at }, index) => at - Number(server.received[index]?.at));
    [10, 20, 40].forEach((least, index) => {
      expect(waits[index]).toBeGreaterThanOrEqual(least - 2);
    });
  });

  it("ends at once if the wait is too long, or if a repeat cannot help", async () => {
    const { server, client } = await setUp([
      failure("rate_limited", 429, { "retry-after": new Date(Date.now() + 3_600_000).toUTCString() }),
      failure("BAD_USER_INPUT", 400),
    ]);
    await expect(client.getPartner(ofPartner)).rejects.toMatchObject({ code: "rate_limited" });
    await expect(client.getPartner(ofPartner)).rejects.toMatchObject({ code: "BAD_USER_INPUT" });
    expect(server.received).toHaveLength(2);
  });

  it("throws an error with code, request id and fix", async () => {
    const { client } = await setUp([failure("access_level_insufficient", 403)]);
    const error = await client.getPartner(ofPartner).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    const known = {
      name: "ApiError",
      code: "access_level_insufficient",
      status: 403,
      requestId: "r-1",
      fix: "Repair it.",
      isTemporary: false,
    };
    expect(error).toMatchObject({ ...known, message: "It failed." });
    expect(JSON.stringify(error)).not.toContain("sk_live_secret");
  });

  it("keeps the data of a response that failed in part", async () => {
    const part = { data: { get_partner: { rowId: "p1", name: null } }, errors: [{ message: "Broken.", path: ["get_partner", "name"] }] };
    const { client } = await setUp([json(part, 200, { "x-request-id": "r-2" })]);
    await expect(client.getPartner(ofPartner)).rejects.toMatchObject({ ...part, requestId: "r-2", message: "Broken." });
  });

  it("names a URL that is not of the API", async () => {
    const { client } = await setUp([(response) => response.end("<html>")]);
    await expect(client.getPartner(ofPartner)).rejects.toMatchObject({
      code: "UNEXPECTED_RESPONSE",
      message: expect.stringContaining("URL"),
    });
  });

  it("throws a ConnectionError without a response", async () => {
    const { server, client } = await setUp([reset]);
    const error = await client.getPartner(ofPartner, { maxRetries: 1 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ name: "ConnectionError", code: "NETWORK_ERROR", isTemporary: true });
    expect(server.received).toHaveLength(2);
    const { client: slow } = await setUp([silence]);
    await expect(slow.getPartner(ofPartner, { maxRetries: 0, timeoutMs: 20 })).rejects.toMatchObject({ code: "TIMEOUT" });
  });

  it("ends with the reason of the signal, also during a wait", async () => {
    const reason = new Error("The user left.");
    const { server, client } = await setUp([failure("rate_limited", 429, { "retry-after": "30" })]);
    const controller = new AbortController();
    const waiting = client.getPartner(ofPartner, { signal: controller.signal });
    await expect.poll(() => server.received.length, { timeout: 60_000 }).toBe(1);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(client.getPartner(ofPartner, { signal: controller.signal })).rejects.toBe(reason);
    const { server: mute, client: other } = await setUp([silence]);
    const later = new AbortController();
    const asking = other.getPartner(ofPartner, { signal: later.signal });
    await expect.poll(() => mute.received.length, { timeout: 60_000 }).toBe(1);
    later.abort(reason);
    await expect(asking).rejects.toBe(reason);
    expect(server.received).toHaveLength(1);
  });
});
