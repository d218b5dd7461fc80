import { createHash } from "node:crypto";
import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";
import { clientHeaders, mcpVerdictOf, request } from "../testing/mcp.js";

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const query = "{ items { totalCount } }";
const item = "query Item($id: UUID!) { item(id: $id) { title } }";
const data = { items: { totalCount: 1 } };

let gateway: TestGateway;
/** Key of the level READ that can send only its persisted operations. */
let limited: { key: string; keyId: string };
let ordinary: { key: string; keyId: string };
beforeAll(async () => {
  gateway = await testGateway({ RATE_LIMIT_FAILED_KEY: "3" });
  limited = await gateway.newKey({ level: "READ", persistedOnly: true });
  ordinary = await gateway.newKey();
  for (const document of [query, item, 'mutation { make(title: "x") { title } }', "{ nothing }"]) await register(limited.keyId, document);
  await register(ordinary.keyId, item);
});
afterAll(() => gateway?.stop());

async function register(keyId: string, document: string): Promise<void> {
  await gateway.pool.query(
    `INSERT INTO persisted_operations (row_id, workspace_id, created_at, updated_at, api_key_id, sha256_hash, operation_names, document)
     VALUES ($1, $2, now(), now(), $3, $4, '{}', $5)`,
    [newId(), gateway.workspaceId, keyId, hashOf(document), document],
  );
}
const send = (key: string, body: object) => gateway.send({ headers: { authorization: `Bearer ${key}` }, body });
const get = (key: string, parameters: Record<string, string>) =>
  gateway.send({ method: "GET", path: `/graphql/v1?${new URLSearchParams(parameters)}`, headers: { authorization: `Bearer ${key}` } });
const apollo = (text: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(text) } } });

describe("a key for persisted operations only", () => {
  it("can send a registered document in each form", async () => {
    const documentId = `sha256:${hashOf(query)}`;
    for (const body of [apollo(query), { documentId }, { query }, { query, ...apollo(query) }])
      expect((await send(limited.key, body)).body).toEqual({ data });
    const extensions = JSON.stringify(apollo(query).extensions);
    const searches: Record<string, string>[] = [{ documentId }, { extensions }, { query }];
    for (const parameters of searches) expect((await get(limited.key, parameters)).body).toEqual({ data });
    const variables = { id: "01900000-0000-7000-8000-000000000001" };
    expect((await send(limited.key, { ...apollo(item), variables })).body).toEqual({ data: { item: { title: "one" } } });
  });

  it("can send nothing else", async () => {
    for (const other of ["{ items { totalCount }}", "{ __schema { queryType { name } } }", "{ __typename }", "{"]) {
      const answer = await send(limited.key, { query: other });
      expect(summaryOf(answer)).toBe("403 persisted_operation_required");
      expect(answer.body.errors?.[0]?.extensions.fix).toContain("register_persisted_operations");
    }
  });

  it("has no other rights than its level, and the gateway validates its documents", async () => {
    expect(summaryOf(await send(limited.key, apollo('mutation { make(title: "x") { title } }')))).toBe("403 access_level_insufficient");
    expect(summaryOf(await send(limited.key, apollo("{ nothing }")))).toBe("400 GRAPHQL_VALIDATION_FAILED");
    expect(summaryOf(await send(limited.key, apollo(item)))).toBe("400 BAD_USER_INPUT");
  });

  it("is rejected at /mcp", async () => {
    const headers = { ...clientHeaders, authorization: `Bearer ${limited.key}` };
    const answer = await gateway.send({ path: "/mcp", headers, body: request("tools/list") });
    expect(mcpVerdictOf(answer)).toBe("403 persisted_operation_required");
  });
});

describe("the hash of a document", () => {
  it("is unknown for another key, in the form that Apollo clients know", async () => {
    const answer = await send(ordinary.key, apollo(query));
    expect([summaryOf(answer), answer.body.errors?.[0]?.message]).toEqual(["200 PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound"]);
    expect("data" in answer.body).toBe(false);
  });

  it("is not registered by a request with the document", async () => {
    const both = { query, ...apollo(query) };
    expect((await send(ordinary.key, both)).body).toEqual({ data });
    expect(summaryOf(await send(ordinary.key, apollo(query)))).toBe("200 PERSISTED_QUERY_NOT_FOUND");
    expect(summaryOf(await send(ordinary.key, { ...both, query: "{ __typename }" }))).toBe("400 BAD_REQUEST");
  });

  it("is rejected from the request after its deletion, and its key from the request after its revocation", async () => {
    const { key, keyId } = await gateway.newKey({ persistedOnly: true });
    await register(keyId, query);
    expect((await send(key, apollo(query))).body).toEqual({ data });
    await gateway.pool.query("DELETE FROM persisted_operations WHERE api_key_id = $1", [keyId]);
    expect(summaryOf(await send(key, apollo(query)))).toBe("200 PERSISTED_QUERY_NOT_FOUND");
    expect(summaryOf(await send(key, { query }))).toBe("403 persisted_operation_required");
    await register(keyId, query);
    expect((await send(key, apollo(query))).body).toEqual({ data });
    await gateway.store.revokeKey(gateway.workspaceId, keyId);
    expect(summaryOf(await send(key, apollo(query)))).toBe("401 api_key_invalid");
  });
});

it("a request with the document of an ordinary key needs no lookup", async () => {
  const holding = await gateway.pool.connect();
  try {
    // Locks the table, so that a lookup of a persisted operation would wait.
    await holding.query("BEGIN; LOCK TABLE persisted_operations IN ACCESS EXCLUSIVE MODE");
    expect((await send(ordinary.key, { query })).body).toEqual({ data });
  } finally {
    await holding.query("ROLLBACK");
    holding.release();
  }
});
