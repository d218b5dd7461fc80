import { graphqlRequest, principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { givenUpOnLeaving } from "../testing/disconnect.js";
import { signingKey, type TestGateway, testGateway } from "../testing/gateway.js";
import { call, clientHeaders, mcpSender, mcpVerdictOf, messageOf } from "../testing/mcp.js";
import { dryRunReport, looseWarning } from "../testing/subgraph.js";

const secrets = /127\.0\.0\.1|ECONN|node_modules|SELECT|\.ts:|postgres|[sp]k_live_[0-9A-Za-z]/i;

describe("a call over MCP", () => {
  let gateway: TestGateway;
  let key = "";
  let keyId = "";
  let send: ReturnType<typeof mcpSender>;
  beforeEach(async () => {
    gateway = await testGateway();
    ({ key, keyId } = await gateway.newKey({ level: "WRITE" }));
    send = mcpSender(gateway, key);
  });
  afterEach(() => gateway.stop());
  const last = () => gateway.subgraph.received.at(-1) ?? {};

  it("sends subgraphs the signed principal and no other client headers", async () => {
    const headers = { [principalHeader]: "forged", cookie: "a=b", "x-request-id": "agent-1" };
    await send(call("items"), { headers });
    const principal = principalSigner(signingKey).verify(
      String(last()[principalHeader]),
      Date.now(),
      graphqlRequest("things", gateway.subgraph.bodies.at(-1) ?? ""),
    );
    const { workspaceId, memberId } = gateway;
    expect(principal).toEqual({ workspaceId, memberId, keyId, level: "WRITE", requestId: "agent-1" });
    for (const name of ["authorization", "cookie", "mcp-protocol-version"]) expect(last()).not.toHaveProperty(name);
  });

  it("forwards an idempotency key from the header, the argument, or both if equal", async () => {
    const keyOf = async (given: Record<string, unknown>, headers: Record<string, string> = {}) => {
      const answer = await send(call("make", { title: "a", ...given }), { headers });
      return answer.status === 200 ? last()["idempotency-key"] : mcpVerdictOf(answer);
    };
    expect(await keyOf({})).toBeUndefined();
    expect(await keyOf({ idempotency_key: "one" })).toBe("one");
    expect(await keyOf({}, { "idempotency-key": "two" })).toBe("two");
    expect(await keyOf({ idempotency_key: "three" }, { "idempotency-key": "three" })).toBe("three");
    const before = gateway.subgraph.received.length;
    const wrong = [
      [{ idempotency_key: "four" }, { "idempotency-key": "five" }],
      ...["", "é", "k".repeat(256), 7, null].map((key) => [{ idempotency_key: key }]),
    ];
    for (const [given, headers = {}] of wrong) {
      const { result } = messageOf(await send(call("make", { title: "a", ...given }), { headers }));
      expect(result?.structuredContent).toMatchObject({ result: { userErrors: [{ code: "idempotency_key_invalid" }] } });
    }
    expect(await keyOf({}, { "idempotency-key": "é" })).toBe("400 idempotency_key_invalid");
    expect(gateway.subgraph.received.length).toBe(before);
    expect(await keyOf({ idempotency_key: "idempotency_key_reused" })).toBe("422 idempotency_key_reused");
    expect(await keyOf({ idempotency_key: "idempotency_key_in_use" })).toBe("409 idempotency_key_in_use");
  });

  it("returns the warnings of the services as GraphQL does, and each next operation once", async () => {
    const ask = async (query: string, headers = {}) =>
      (await gateway.send({ headers: { authorization: `Bearer ${key}`, ...headers }, body: { query } })).body;
    const one = 'make(title: "loose") { title }';
    const [made, warnings] = [{ title: "loose" }, [looseWarning]];
    expect(await ask(`mutation { ${one} }`)).toEqual({ data: { make: made }, extensions: { warnings } });
    // The gateway resolves `__typename`, so the response is not passed through unchanged.
    const merged = `mutation { __typename ${one} }`;
    expect(await ask(merged)).toEqual({ data: { __typename: "Mutation", make: made }, extensions: { warnings } });
    expect(await ask(merged, { "dry-run": "1" })).toMatchObject({ extensions: { dryRun: { mutations: [dryRunReport] }, warnings } });
    const { operation: _, next, ...shown } = looseWarning;
    const answer = messageOf(await send(call("make", { title: "loose" }))).result;
    expect(answer?.structuredContent).toMatchObject({ warnings: [shown], next: [next] });
    expect(answer?.content?.[0]?.text).toContain(`\nWarning: ${shown.message}\nNext: rename. ${next.why}\n`);
    const plain = messageOf(await send(call("make", { title: "firm" }))).result?.structuredContent;
    expect([plain?.warnings, plain?.next]).toEqual([undefined, undefined]);
  });

  it("without a subgraph is an error without details", async () => {
    await gateway.subgraph.stop();
    for (const message of [call("items"), call("make", { title: "a" })]) {
      const answer = await send(message);
      expect(answer.status).toBe(200);
      const { result } = messageOf(answer);
      expect(result).toMatchObject({ isError: true, structuredContent: { result: null, errors: [{ code: "SUBGRAPH_UNAVAILABLE" }] } });
      expect(result?.content?.[0]?.text).toMatch(/^The call failed:\n- .*\(SUBGRAPH_UNAVAILABLE\)$/);
      expect(answer.text).not.toMatch(secrets);
    }
  });

  it("without a database is rejected with 503 without details", async () => {
    await gateway.dropDatabase();
    const answer = await send(call("items"));
    expect([mcpVerdictOf(answer), answer.headers["retry-after"]]).toEqual(["503 SERVICE_UNAVAILABLE", "1"]);
    expect(answer.text).not.toMatch(secrets);
    expect(answer.text).not.toMatch(/database/i);
  });

  it("of a disconnected client is aborted for queries and completed for mutations", async () => {
    const headers = { ...clientHeaders, authorization: `Bearer ${key}` };
    const givenUp = await givenUpOnLeaving(gateway, "/mcp", headers, [call("make", { title: "kept" }), call("items")]);
    expect(givenUp).toEqual([expect.stringContaining("items")]);
  });

  it("is measured under its operation, as one over GraphQL is", async () => {
    await send(call("items"));
    await gateway.ask(key, "{ items { totalCount } }");
    await send(call("broken"));
    const text = await gateway.metrics();
    const counts = text.matchAll(/_request_seconds_count\{.*operation="(.*)",outcome="(.*)"\} (\d+)/g);
    expect([...counts].map(([, ...parts]) => parts.join(" "))).toEqual(["items ok 2", "broken BROKEN 1"]);
  });
});
