import { text } from "node:stream/consumers";
import { principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { type FieldUsageReport, fieldUsageReport } from "@offergraph/shared/contracts/field-usage";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { signingKey, type TestGateway, testGateway } from "../testing/gateway.js";

const path = "/field-usage";
let gateway: TestGateway | undefined;
afterEach(() => gateway?.stop());

interface Received {
  header: string;
  uses: FieldUsageReport["uses"];
}

/** Starts a gateway whose subgraph stores the reports. `statuses` are the statuses of the first responses. */
async function reportingGateway(settings: Record<string, string>, statuses: number[] = []) {
  const received: Received[] = [];
  gateway = await testGateway(settings, {
    manifest: { fieldUsage: path },
    usageReportTimeoutMs: polling.timeout,
    visited: async (request, response) => {
      const { uses } = fieldUsageReport.parse(JSON.parse(await text(request)));
      received.push({ header: String(request.headers[principalHeader]), uses });
      response.writeHead(statuses.shift() ?? 204).end();
    },
  });
  return { gateway, received };
}

const sumOf = (received: readonly Received[], keyId: string) => {
  const sum: Record<string, number> = {};
  for (const use of received.flatMap(({ uses }) => uses))
    if (use.keyId === keyId) sum[use.coordinate] = (sum[use.coordinate] ?? 0) + use.count;
  return sum;
};

describe("field usage", () => {
  it("reports the parts of the schema that each key used by GraphQL and MCP, with the identity of the workspace", async () => {
    const { gateway: running, received } = await reportingGateway({ FIELD_USAGE_INTERVAL_MS: "50" });
    const [one, two] = [await running.newKey(), await running.newKey()];
    const rename = "mutation ($id: UUID!, $input: RenameInput!) { rename(id: $id, input: $input) { userErrors { message } } }";
    for (let request = 0; request < 3; request++) await running.ask(one.key, "{ items(first: 1) { totalCount } }");
    await running.ask(one.key, rename, { variables: { id: "01900000-0000-7000-8000-000000000001", input: { title: "new" } } });
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "broken", arguments: { fields: "title" } } };
    const headers = { authorization: `Bearer ${two.key}`, accept: "application/json, text/event-stream" };
    expect((await running.send({ path: "/mcp", headers, body: call })).status).toBe(200);
    await vi.waitFor(() => {
      expect(sumOf(received, one.keyId)).toEqual({
        ...{ "Query.items": 3, "Query.items(first:)": 3, "ItemConnection.totalCount": 3 },
        ...{ "Mutation.rename": 1, "Mutation.rename(id:)": 1, "Mutation.rename(input:)": 1, RenameInput: 1, "RenameInput.title": 1 },
        ...{ "RenamePayload.userErrors": 1, "UserError.message": 1 },
      });
      expect(sumOf(received, two.keyId)).toEqual({ "Query.broken": 1, "Item.title": 1 });
    }, polling);
    const request = { service: "forms", method: "POST", path, body: undefined };
    const principal = principalSigner(signingKey).verify(received[0]?.header, Date.now(), request);
    expect(principal).toMatchObject({ workspaceId: running.workspaceId, level: "READ" });
  });

  it("does not count rejected requests", async () => {
    const { gateway: running, received } = await reportingGateway({ FIELD_USAGE_INTERVAL_MS: "60000", MAX_COST: "100" });
    const reader = await running.newKey({ level: "READ" });
    expect((await running.ask(reader.key, 'mutation { make(title: "a") { id } }')).status).toBe(403);
    expect((await running.ask(reader.key, "{ items(first: 1000) { nodes { id } } }")).body.errors).toMatchObject([
      { extensions: { code: "COST_LIMIT" } },
    ]);
    await running.ask(reader.key, '{ item(id: "01900000-0000-7000-8000-000000000001") { id } }');
    await running.stopGateway();
    expect(sumOf(received, reader.keyId)).toEqual({ "Query.item": 1, "Query.item(id:)": 1, "Item.id": 1 });
  });

  it("sends the counts of a failed report again, and the last counts when the gateway stops", async () => {
    const { gateway: running, received } = await reportingGateway({ FIELD_USAGE_INTERVAL_MS: "50" }, [500, 500]);
    const { key, keyId } = await running.newKey();
    await running.ask(key, "{ items { totalCount } }");
    await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(3), polling);
    await running.ask(key, "{ items { totalCount } }");
    await running.stopGateway();
    expect(sumOf(received.slice(2), keyId)).toMatchObject({ "Query.items": 2 });
  });

  it("counts nothing with an interval of 0", async () => {
    const { gateway: running, received } = await reportingGateway({ FIELD_USAGE_INTERVAL_MS: "0" });
    const { key } = await running.newKey();
    expect((await running.ask(key, "{ items { totalCount } }")).status).toBe(200);
    await running.stopGateway();
    expect(received).toEqual([]);
  });
});

describe("a request that uses a deprecated part of the schema", () => {
  const expected = { deprecation: "@1796083200", sunset: "Wed, 30 Jun 2027 23:59:59 GMT" };

  it("gets the headers Deprecation, Sunset and Link; other requests do not", async () => {
    gateway = await testGateway({ CORS_ORIGINS: "https://shop.example" });
    const { key } = await gateway.newKey();
    const headers = { origin: "https://shop.example" };
    const { status, headers: found } = await gateway.ask(key, "{ items { nodes { label } } }", { headers });
    expect(status).toBe(200);
    expect(found).toMatchObject({ ...expected, link: `<${gateway.url}/docs/changes>; rel="deprecation"; type="text/html"` });
    expect(found["access-control-expose-headers"]).toContain("Deprecation, Sunset, Link");
    const other = await gateway.ask(key, "{ items { nodes { title } } }");
    expect([other.status, other.headers.deprecation, other.headers.sunset, other.headers.link]).toEqual([
      200,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("gets the headers in MCP too, but an MCP tool does not select the part by default", async () => {
    gateway = await testGateway();
    const { key } = await gateway.newKey();
    const call = async (given: object) => {
      const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "listing", arguments: given } };
      const headers = { authorization: `Bearer ${key}`, accept: "application/json, text/event-stream" };
      return (await gateway?.send({ path: "/mcp", headers, body }))?.headers;
    };
    expect(await call({ fields: "nodes.label" })).toMatchObject(expected);
    expect((await call({}))?.deprecation).toBeUndefined();
  });
});
