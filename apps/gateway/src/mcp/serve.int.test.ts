import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestGateway, testGateway } from "../testing/gateway.js";
import { call, mcpSender, mcpVerdictOf, messageOf, request } from "../testing/mcp.js";

const newest = "2025-11-25";
const item = { id: "01900000-0000-7000-8000-000000000001", title: "one" };

describe("MCP", () => {
  let gateway: TestGateway;
  let send: ReturnType<typeof mcpSender>;
  beforeAll(async () => {
    gateway = await testGateway();
    send = mcpSender(gateway, (await gateway.newKey()).key);
  });
  afterAll(() => gateway?.stop());
  const newSender = async (level: "READ" | "WRITE") => mcpSender(gateway, (await gateway.newKey({ level })).key);
  const namesOf = async (sender: typeof send, path = "/mcp") => {
    const { result = {} } = messageOf(await sender(request("tools/list"), { path }));
    return (result.tools as { name: string }[]).map(({ name }) => name);
  };

  describe("initialize", () => {
    const initialize = (protocolVersion: string) =>
      request("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } });

    it.each([
      [newest, newest],
      ["2025-06-18", "2025-06-18"],
      ["2025-03-26", "2025-03-26"],
      ["2099-01-01", newest],
      ["nonsense", newest],
    ])("asked for version %s agrees on %s", async (asked, agreed) => {
      expect(messageOf(await send(initialize(asked))).result?.protocolVersion).toBe(agreed);
    });

    it("says who answers, what there is and how it is used, and begins no session", async () => {
      const answer = await send(initialize(newest));
      expect(answer.status).toBe(200);
      const { result } = messageOf(answer);
      expect(result).toEqual({
        protocolVersion: newest,
        capabilities: { tools: {}, resources: {}, prompts: {} },
        serverInfo: { name: expect.stringMatching(/^[a-z]{1,12}$/), title: expect.any(String), version: expect.any(String) },
        instructions: expect.stringMatching(/.{50,}/s),
      });
      expect(answer.headers).not.toHaveProperty("mcp-session-id");
    });

    it("agrees by its params, whatever version the header names", async () => {
      const answer = await send(initialize(newest), { headers: { "mcp-protocol-version": "2099-01-01" } });
      expect(messageOf(answer).result?.protocolVersion).toBe(newest);
    });
  });

  it.each(["notifications/initialized", "notifications/cancelled", "notifications/unheard-of", "tools/call"])(
    "takes the notification %s with 202 and no body",
    async (method) => {
      const before = gateway.subgraph.received.length;
      const answer = await send({ jsonrpc: "2.0", method, params: { name: "make", arguments: { title: "a" }, requestId: 7 } });
      expect([answer.status, answer.text]).toEqual([202, ""]);
      expect(gateway.subgraph.received.length).toBe(before);
    },
  );

  it("takes an answer to a question that it never asked", async () => {
    const answer = await send({ jsonrpc: "2.0", id: 9, result: {} });
    expect([answer.status, answer.text]).toEqual([202, ""]);
  });

  it.each([1, 0, -7, "a", "", "01900000-0000-7000-8000-000000000001"])("gives back the id %j", async (id) => {
    expect((await send({ ...request("ping"), id })).body).toEqual({ jsonrpc: "2.0", id, result: {} });
    expect((await send({ ...call("item", { id: item.id }), id })).body).toMatchObject({
      id,
      result: { structuredContent: { result: item } },
    });
    const refused = await send({ ...call("nothing"), id });
    expect(refused.body).toMatchObject({ id, error: { code: -32602 } });
  });

  it.each([newest, "2025-06-18", "2025-03-26"])("serves version %s, and one who names none", async (version) => {
    for (const more of [{ headers: { "mcp-protocol-version": version } }, {}])
      expect((await send(request("ping"), more)).body).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });

  it.each(["2099-01-01", "", "nonsense"])("refuses a request of version %j", async (version) => {
    const answer = await send(request("ping"), { headers: { "mcp-protocol-version": version } });
    expect([mcpVerdictOf(answer), messageOf(answer).error?.code]).toEqual(["400 BAD_REQUEST", -32600]);
    expect(messageOf(answer).error?.data).toMatchObject({
      supported: expect.arrayContaining([newest]),
      fix: expect.stringContaining(newest),
    });
  });

  it.each(["nothing/here", "tools", "logging/setLevel", "completion/complete", "tasks/list", "resources/subscribe", "__proto__"])(
    "knows no method %s",
    async (method) => {
      const answer = await send(request(method, { level: "info" }));
      expect([answer.status, messageOf(answer).error?.code]).toEqual([200, -32601]);
    },
  );

  it.each<[name: string, params: unknown, message: RegExp]>([
    ["no params", undefined, /^Invalid params for tools\/call: params: /],
    ["no name", {}, /params\.name: /],
    ["a name that is no text", { name: 7 }, /params\.name: /],
    ["arguments that are a list", { name: "item", arguments: [] }, /params\.arguments: /],
  ])("calls no tool with %s", async (_name, params, message) => {
    const answer = await send(request("tools/call", params));
    expect([mcpVerdictOf(answer), messageOf(answer).id, messageOf(answer).error?.code]).toEqual(["400 BAD_REQUEST", 1, -32602]);
    expect(messageOf(answer).error?.message).toMatch(message);
    expect(messageOf(answer).error?.message).not.toContain("\n");
  });

  it("rejects tools that the supergraph does not serve", async () => {
    for (const name of ["nothing", "unlabelled", "", "__proto__", "constructor"]) {
      const answer = await send(call(name));
      expect([name, answer.status, messageOf(answer).error?.code]).toEqual([name, 200, -32602]);
      expect(messageOf(answer).error?.message).toContain(`Unknown tool ${JSON.stringify(name)}`);
    }
  });

  it("ignores the task of a call", async () => {
    const { method, params } = call("make", { title: "a task" });
    const answer = await send(request(method, { ...(params as object), task: { ttl: 1000 } }));
    expect(messageOf(answer).result?.structuredContent).toEqual({ result: { ...item, title: "a task" } });
  });

  describe("tools/list", () => {
    it("has all operations that the key's level allows, on one page", async () => {
      const reads = ["broken", "item", "items", "listing"];
      const all = "/mcp?toolsets=all";
      expect((await namesOf(await newSender("READ"), all)).sort()).toEqual(reads);
      expect((await namesOf(await newSender("WRITE"), all)).sort()).toEqual([...reads, "make", "rename"].sort());
      expect((await namesOf(send, all)).sort()).toEqual([...reads, "configure", "make", "rename"].sort());
      expect(messageOf(await send(request("tools/list"))).result).not.toHaveProperty("nextCursor");
    });

    it("has by default the common operations, and tools that find and call the others", async () => {
      const finders = ["search_operations", "call_operation"];
      expect(await namesOf(send)).toEqual(["item", "broken", "listing", "make", ...finders]);
      expect(await namesOf(await newSender("READ"))).toEqual(["item", "broken", "listing", ...finders]);
      expect(await namesOf(send, "/mcp?read_only=1")).toEqual(["item", "broken", "listing", ...finders]);
    });

    it("has no page after it", async () => {
      const answer = await send(request("tools/list", { cursor: "more" }));
      expect([answer.status, messageOf(answer).error?.code]).toEqual([200, -32602]);
    });

    it("is filtered by the URL, which also restricts calls", async () => {
      expect(await namesOf(send, "/mcp?read_only=1")).not.toContain("make");
      expect(await namesOf(send, "/mcp?read_only=0&toolsets=things")).toContain("make");
      const refused = await send(call("make", { title: "a" }), { path: "/mcp?read_only=true" });
      expect([refused.status, messageOf(refused).error?.code]).toEqual([200, -32602]);
      expect(messageOf(await send(call("item", { id: item.id }), { path: "/mcp?read_only=true" })).result?.isError).toBeUndefined();
    });

    it.each([
      ["toolsets=nothing", "toolsets", "things"],
      ["toolsets=things,nothing", "toolsets", "things"],
      ["toolsets=things&toolsets=things", "toolsets", "once"],
      ["read_only=yes", "read_only", "1 or 0"],
      ["schemas=plain", "schemas", "toolsets, read_only"],
    ])("refuses the address ?%s", async (search, parameter, allowed) => {
      const answer = await send(request("ping"), { path: `/mcp?${search}` });
      expect([mcpVerdictOf(answer), messageOf(answer).id, messageOf(answer).error?.data?.parameter]).toEqual([
        "400 BAD_REQUEST",
        1,
        parameter,
      ]);
      expect(messageOf(answer).error?.message).toContain(allowed);
    });
  });

  describe("tools/call", () => {
    it("refuses what the key's level does not allow, and asks no subgraph", async () => {
      const before = gateway.subgraph.received.length;
      const answer = await (await newSender("READ"))(call("make", { title: "a" }));
      expect(mcpVerdictOf(answer)).toBe("403 access_level_insufficient");
      expect(messageOf(answer).error?.data).toMatchObject({ operation: "make", needed: "WRITE", held: "READ" });
      expect(gateway.subgraph.received.length).toBe(before);
    });

    it("calls an operation that is not listed, unless the URL excludes it", async () => {
      const configure = call("configure", { title: "two" });
      expect(await namesOf(send)).not.toContain("configure");
      expect(messageOf(await send(configure)).result?.structuredContent).toEqual({ result: { ...item, title: "two" } });
      const excluded = messageOf(await send(configure, { path: "/mcp?toolsets=common" }));
      expect(excluded.error).toMatchObject({ code: -32602, message: expect.stringContaining("toolsets or read_only") });
    });

    it("finds operations by words, with their arguments", async () => {
      const { result } = messageOf(await send(call("search_operations", { query: "rename an item" })));
      const found = result?.structuredContent?.result as { operations: object[] } | undefined;
      expect(found?.operations[0]).toEqual({
        name: "rename",
        description: "Renames an item; its title may not be empty.",
        type: "mutation",
        level: "WRITE",
        arguments: expect.objectContaining({ type: "object", required: ["id", "input"] }),
      });
      expect(result?.content?.[0]?.text).toContain(JSON.stringify(found?.operations[0]));
      const { result: none } = messageOf(await (await newSender("READ"))(call("search_operations", { query: "rename" })));
      expect(none?.structuredContent).toEqual({ result: { operations: [], totalCount: 0 } });
      const { result: wrong } = messageOf(await send(call("search_operations", { query: " ", limit: 50, more: 1 })));
      const errors = ["query", "limit"].map((argument) => expect.objectContaining({ argument }));
      const structuredContent = {
        result: null,
        errors: [...errors, expect.objectContaining({ message: expect.stringContaining("more") })],
      };
      expect(wrong).toMatchObject({ isError: true, structuredContent });
    });

    it("calls an operation by call_operation, in the same way as by its name", async () => {
      const named = (name: string, more: Record<string, unknown>) => send(call("call_operation", { name, ...more }));
      const { result } = messageOf(await named("item", { arguments: { id: item.id }, fields: "title" }));
      expect(result?.structuredContent).toEqual({ result: { title: "one" } });
      const asText = messageOf(await named("rename", { arguments: JSON.stringify({ id: item.id, input: { title: "" } }) })).result;
      expect(asText?.content?.[0]?.text).toBe("Nothing was written:\n- input.title: title must have a character. (TOO_SHORT)");
      await named("make", { arguments: { title: "a", idempotency_key: "one" } });
      expect(gateway.subgraph.received.at(-1)?.["idempotency-key"]).toBe("one");
      const unknown = messageOf(await named("rename_item", {})).result;
      expect(unknown?.content?.[0]?.text).toMatch(/no operation "rename_item"\. A similar operation is rename\./);
      expect(messageOf(await send(call("call_operation", { arguments: "{" }))).result).toMatchObject({ isError: true });
      const reader = await (await newSender("READ"))(call("call_operation", { name: "make", arguments: { title: "a" } }));
      expect(mcpVerdictOf(reader)).toBe("403 access_level_insufficient");
      const readOnly = await send(call("call_operation", { name: "make", arguments: { title: "a" } }), { path: "/mcp?read_only=1" });
      expect(messageOf(readOnly).error?.code).toBe(-32602);
    });

    it("answers with the record, and with its text", async () => {
      const { result } = messageOf(await send(call("item", { id: item.id })));
      expect(result?.structuredContent).toEqual({ result: item });
      expect(result?.content?.[0]?.text).toContain(JSON.stringify(item));
      expect(result).not.toHaveProperty("isError");
    });

    it("walks a list by its cursor", async () => {
      const first = messageOf(await send(call("listing", { withTotal: true }))).result;
      expect(first?.structuredContent).toEqual({
        result: { nodes: [item], pageInfo: { hasNextPage: true, endCursor: "one" }, totalCount: 2 },
      });
      expect(first?.content?.[0]?.text).toMatch(/^1 of 2 on this page\. For the next page, call again with after: "one"\./);
      const second = messageOf(await send(call("listing", { after: "one" }))).result;
      expect(second?.structuredContent).toMatchObject({ result: { nodes: [{ title: "two" }], pageInfo: { hasNextPage: false } } });
      expect(second?.content?.[0]?.text).toMatch(/^1 on this page\.\n/);
    });

    it("answers with the fields that are asked for", async () => {
      const { result } = messageOf(await send(call("item", { id: item.id, fields: "title, related.id" })));
      expect(result?.structuredContent).toEqual({
        result: { title: "one", related: { nodes: [{ id: item.id }], pageInfo: { hasNextPage: false, endCursor: null } } },
      });
    });

    it("reports userErrors by path, and that nothing was written", async () => {
      const { result } = messageOf(await send(call("rename", { id: item.id, input: { title: "" } })));
      expect(result?.isError).toBe(true);
      expect(result?.content?.[0]?.text).toBe("Nothing was written:\n- input.title: title must have a character. (TOO_SHORT)");
      expect(result?.structuredContent).toMatchObject({
        result: { item: null, userErrors: [{ field: ["input", "title"], code: "TOO_SHORT" }] },
      });
      const done = messageOf(await send(call("rename", { id: item.id, input: { title: "two" } }))).result;
      expect(done?.structuredContent).toEqual({ result: { item: { ...item, title: "two" }, userErrors: [] } });
    });

    it("is an error without a value and with errors", async () => {
      const answer = await send(call("broken"));
      expect(answer.status).toBe(200);
      expect(messageOf(answer).result).toEqual({
        content: [{ type: "text", text: "The call failed:\n- That one is broken. (BROKEN)" }],
        structuredContent: { result: null, errors: [{ message: "That one is broken.", code: "BROKEN" }] },
        isError: true,
      });
    });
  });
});
