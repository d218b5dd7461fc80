import { createHash } from "node:crypto";
import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { hashOf } from "../../services/persisted/document.js";
import { type Fixture, pathsOf, startFixture, type UserError } from "../../testing/fixture.js";
import { type TestWorkspace, testWorkspace } from "../../testing/workspaces.js";

interface Operation {
  rowId: string;
  sha256Hash: string;
  document: string;
  operationNames: string[];
}

let fixture: Fixture;
let workspace: TestWorkspace;
let keyId: string;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  workspace = await testWorkspace(fixture);
  keyId = await newKey();
});
afterAll(() => fixture?.stop());

async function createKey(input: object, of = workspace) {
  const document = `mutation ($input: CreateApiKeyInput!) {
    create_api_key(input: $input) { apiKey { rowId persistedOnly } userErrors { field code message } } }`;
  const client = of.as(of.owner, { isSession: true });
  const variables = { input: { name: "Key", level: "READ", ...input } };
  type Answer = { create_api_key: { apiKey: { rowId: string; persistedOnly: boolean } | null; userErrors: UserError[] } };
  return (await client.data<Answer>(document, { variables })).create_api_key;
}
const newKey = async (input: object = {}, of = workspace) => (await createKey(input, of)).apiKey?.rowId ?? "";

async function register(apiKeyId: string, documents: string[], { of = workspace, idempotencyKey = "" } = {}) {
  const document = `mutation ($input: RegisterPersistedOperationsInput!) { register_persisted_operations(input: $input) {
    persistedOperations { rowId sha256Hash operationNames document apiKey { rowId } } userErrors { field code message } } }`;
  type Answer = { register_persisted_operations: { persistedOperations: Operation[] | null; userErrors: UserError[] } };
  const options = { variables: { input: { apiKeyId, documents } }, ...(idempotencyKey && { idempotencyKey }) };
  return (await of.as(of.owner).data<Answer>(document, options)).register_persisted_operations;
}

async function remove(ids: string[], { of = workspace, idempotencyKey = "" } = {}) {
  const document = `mutation ($input: DeletePersistedOperationsInput!) {
    delete_persisted_operations(input: $input) { deletedIds userErrors { field code message } } }`;
  type Answer = { delete_persisted_operations: { deletedIds: string[] | null; userErrors: UserError[] } };
  const options = { variables: { input: { ids } }, ...(idempotencyKey && { idempotencyKey }) };
  return (await of.as(of.owner).data<Answer>(document, options)).delete_persisted_operations;
}

async function list(given: string, of = workspace) {
  const query = `{ list_persisted_operations${given} { nodes { rowId sha256Hash apiKeyId } totalCount } }`;
  type Answer = { list_persisted_operations: { nodes: { rowId: string; sha256Hash: string }[]; totalCount: number } };
  return (await of.as(of.owner).data<Answer>(query)).list_persisted_operations;
}
const eventsOf = async (ids: readonly string[]) =>
  (await workspace.events()).filter(({ recordId }) => ids.includes(recordId)).map(({ what, data }) => ({ what, data }));

describe("register_persisted_operations", () => {
  it("registers the exact texts once, in the order of the input, with events without the texts", async () => {
    const [first, second] = ["query First { a }", "{ b }  # ü"];
    const { persistedOperations } = await register(keyId, [first, second, first], { idempotencyKey: "r" });
    expect(persistedOperations).toMatchObject([
      { sha256Hash: hashOf(first), document: first, operationNames: ["First"], apiKey: { rowId: keyId } },
      { sha256Hash: hashOf(second), document: second, operationNames: [] },
      { sha256Hash: hashOf(first) },
    ]);
    const again = await register(keyId, [first, second, first], { idempotencyKey: "r" });
    expect(again.persistedOperations).toEqual(persistedOperations);
    expect((await register(keyId, [second])).persistedOperations).toEqual(persistedOperations?.slice(1, 2));
    const ids = (persistedOperations ?? []).map(({ rowId }) => rowId);
    const events = await eventsOf(ids);
    expect(events.map(({ what }) => what)).toEqual(Array(2).fill("persisted_operation.registered"));
    expect(events[0]?.data).toMatchObject({ apiKeyId: keyId, sha256Hash: hashOf(first), operationNames: ["First"] });
    expect(JSON.stringify(events)).not.toContain("{ a }");
    const other = await newKey();
    expect((await register(other, [first])).persistedOperations?.[0]?.rowId).not.toBe(ids[0]);
  });

  it("reports all errors at once, and writes nothing", async () => {
    const before = (await list("")).totalCount;
    const publishable = await newKey({ kind: "PUBLISHABLE" });
    const documents = ["{ ok }", "{", "type A { a: Int }", "x".repeat(20_001)];
    const expected = ["input.documents.1 INVALID", "input.documents.2 INVALID", "input.documents.3 TOO_LONG"];
    expect(pathsOf((await register(publishable, documents)).userErrors)).toEqual(["input.apiKeyId INVALID", ...expected]);
    const foreign = await newKey({}, await testWorkspace(fixture));
    for (const unknown of [foreign, newId()])
      expect(pathsOf((await register(unknown, ["{"])).userErrors)).toEqual(["input.apiKeyId NOT_FOUND", "input.documents.0 INVALID"]);
    expect(pathsOf((await register(await newKey({ connectionId: newId() }), ["{ a }"])).userErrors)).toEqual(["input.apiKeyId INVALID"]);
    const revoked = await newKey();
    await fixture.admin.query("UPDATE api_keys SET revoked_at = now() WHERE row_id = $1", [revoked]);
    expect((await register(revoked, ["{ a }"])).userErrors).toMatchObject([
      { code: "INVALID", message: expect.stringContaining("revoked") },
    ]);
    expect((await register(keyId, [])).userErrors).toHaveLength(1);
    expect((await register(keyId, Array(101).fill("{ a }"))).userErrors).toHaveLength(1);
    expect((await list("")).totalCount).toBe(before);
  });

  it("registers at most 1000 operations per key and 10000 per workspace, also concurrently", async () => {
    const of = await testWorkspace(fixture);
    const [full, other] = [await newKey({}, of), await newKey({}, of)];
    const fill = (apiKeyId: string, count: number) =>
      fixture.admin.query(
        `INSERT INTO persisted_operations (row_id, workspace_id, created_at, updated_at, api_key_id, sha256_hash, operation_names, document)
         SELECT gen_random_uuid(), $1, now(), now(), $2, 'filler ' || n, '{}', '{ a }' FROM generate_series(1, $3::int) n`,
        [of.workspaceId, apiKeyId, count],
      );
    await fill(full, 999);
    const answers = await Promise.all(["{ a }", "{ b }", "{ c }"].map((document) => register(full, [document], { of })));
    const paths = answers.flatMap(({ userErrors }) => pathsOf(userErrors));
    expect(paths).toEqual(Array(2).fill("input.documents LIMIT_EXCEEDED"));
    await fill(await newKey({}, of), 8_999);
    expect((await register(other, ["{ d }", "{ e }"], { of })).userErrors).toMatchObject([
      { code: "LIMIT_EXCEEDED", message: expect.stringContaining("at most 10000") },
    ]);
  });

  it("limits the bytes and tokens of a document, and the bytes of a call", async () => {
    const before = (await list("")).totalCount;
    const long = Array.from({ length: 11 }, (_, index) => `{ a } # ${index}`.padEnd(19_000, "x"));
    const { userErrors } = await register(keyId, [...long, "{ a } #".padEnd(10_007, "é"), `{ ${"a ".repeat(5_000)}}`]);
    expect(pathsOf(userErrors)).toEqual(["input.documents TOO_LONG", "input.documents.11 TOO_LONG"]);
    expect(pathsOf((await register(keyId, ["{ a }", `{ ${"a ".repeat(5_000)}}`])).userErrors)).toEqual(["input.documents.1 INVALID"]);
    expect((await list("")).totalCount).toBe(before);
  });

  it("needs the level ADMIN", async () => {
    const { errors } = await workspace.as(workspace.owner, { level: "WRITE" }).call("{ list_persisted_operations { totalCount } }");
    expect(errors?.[0]).toMatchObject({ extensions: { code: "access_level_insufficient" } });
  });
});

describe("delete_persisted_operations", () => {
  it("waits for a concurrent registration, which returns the operation", async () => {
    const apiKeyId = await newKey();
    const [known] = (await register(apiKeyId, ["{ known }"])).persistedOperations ?? [];
    const watching = new pg.Client({ connectionString: fixture.connectionString });
    await watching.connect();
    const waiting = async () => {
      const text = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      return (await watching.query<{ n: number }>(text)).rows[0]?.n;
    };
    try {
      // The registration waits, because an open transaction has inserted the same new operation.
      await fixture.admin.query("BEGIN");
      await fixture.admin.query(
        `INSERT INTO persisted_operations (row_id, workspace_id, created_at, updated_at, api_key_id, sha256_hash, operation_names, document)
         VALUES (gen_random_uuid(), $1, now(), now(), $2, $3, '{}', '{ new }')`,
        [workspace.workspaceId, apiKeyId, hashOf("{ new }")],
      );
      const registered = register(apiKeyId, ["{ known }", "{ new }"]);
      await vi.waitFor(async () => expect(await waiting()).toBe(1), polling);
      const removed = remove([known?.rowId ?? ""]);
      await Promise.race([removed, vi.waitFor(async () => expect(await waiting()).toBe(2), polling)]);
      await fixture.admin.query("ROLLBACK");
      expect((await registered).persistedOperations).toMatchObject([{ rowId: known?.rowId }, { document: "{ new }" }]);
      expect((await removed).deletedIds).toEqual([known?.rowId]);
    } finally {
      await fixture.admin.query("ROLLBACK");
      await watching.end();
    }
  });

  it("deletes operations with events, or none if one does not exist", async () => {
    const of = await testWorkspace(fixture);
    const others = (await register(await newKey({}, of), ["{ a }"], { of })).persistedOperations?.[0]?.rowId ?? "";
    const { persistedOperations } = await register(await newKey(), ["{ gone }", "{ kept }"]);
    const [gone = "", kept = ""] = (persistedOperations ?? []).map(({ rowId }) => rowId);
    const rejected = await remove([gone, others, newId()]);
    expect([rejected.deletedIds, pathsOf(rejected.userErrors)]).toEqual([null, ["input.ids.1 NOT_FOUND", "input.ids.2 NOT_FOUND"]]);
    const { deletedIds } = await remove([gone.toUpperCase(), gone], { idempotencyKey: "d" });
    expect(deletedIds).toEqual([gone]);
    expect((await remove([gone.toUpperCase(), gone], { idempotencyKey: "d" })).deletedIds).toEqual([gone]);
    expect(pathsOf((await remove([gone])).userErrors)).toEqual(["input.ids.0 NOT_FOUND"]);
    const { nodes } = await list(`(filter: { rowId: { in: ["${gone}", "${kept}"] } })`);
    expect(nodes.map(({ rowId }) => rowId)).toEqual([kept]);
    expect((await list("", of)).totalCount).toBe(1);
    const events = await eventsOf([gone, kept]);
    expect(events.map(({ what }) => what).sort()).toEqual([
      "persisted_operation.deleted",
      "persisted_operation.registered",
      "persisted_operation.registered",
    ]);
  });
});

describe("list_persisted_operations", () => {
  it("filters, sorts and pages the operations of this workspace", async () => {
    const of = await testWorkspace(fixture);
    const [one, two] = [await newKey({}, of), await newKey({}, of)];
    await register(one, ["{ a }"], { of });
    fixture.clock.advance(1_000);
    await register(two, ["{ a }", "{ b }"], { of });
    const all = await list("(first: 2)", of);
    expect([all.nodes.length, all.totalCount]).toEqual([2, 3]);
    expect(await list(`(filter: { apiKeyId: { equalTo: "${one}" } })`, of)).toMatchObject({ nodes: [{ apiKeyId: one }], totalCount: 1 });
    const found = await list(`(filter: { sha256Hash: { equalTo: "${hashOf("{ a }")}" } }, orderBy: [CREATED_AT_ASC])`, of);
    expect(found.nodes).toMatchObject([{ apiKeyId: one }, { apiKeyId: two }]);
    expect((await list(`(filter: { apiKeyId: { equalTo: "${keyId}" } })`, of)).nodes).toEqual([]);
  });

  it("returns at most 100 documents, and up to 1000 operations without their documents", async () => {
    const of = await testWorkspace(fixture);
    const apiKeyId = await newKey({}, of);
    for (const count of [100, 1])
      await register(
        apiKeyId,
        Array.from({ length: count }, (_, index) => `{ a${count}_${index} }`),
        { of },
      );
    const read = (first: number, fields: string) =>
      of
        .as(of.owner)
        .call<{ list_persisted_operations: { nodes: { document?: string }[] } | null }>(
          `query ($first: Int) { list_persisted_operations(first: $first, orderBy: [CREATED_AT_ASC]) { ${fields} } }`,
          { variables: { first } },
        );
    expect((await read(1_000, "nodes { rowId }")).data?.list_persisted_operations?.nodes).toHaveLength(101);
    // The service compiles a query only when the query arrives for the second time.
    for (let turn = 0; turn < 2; turn += 1) {
      const { data } = await read(100, "nodes { document } edges { node { document } }");
      const documents = data?.list_persisted_operations?.nodes.map(({ document }) => document) ?? [];
      expect([documents.length, new Set(documents).size, documents.includes("{ a100_99 }")]).toEqual([100, 100, true]);
      const refused = await read(101, "nodes { document }");
      expect(refused.data?.list_persisted_operations).toBeNull();
      expect(new Set(refused.errors?.map(({ extensions }) => `${extensions.code} ${extensions.argument}`))).toEqual(
        new Set(["BAD_USER_INPUT first"]),
      );
    }
  });
});

describe("create_api_key with persistedOnly", () => {
  it("does not change the stored hash of requests that omit it, which earlier versions compare with a repeated request", async () => {
    const of = await testWorkspace(fixture);
    const input = { kind: "SECRET", level: "READ", name: "Key" };
    const document = "mutation ($input: CreateApiKeyInput!) { create_api_key(input: $input) { userErrors { code } } }";
    const client = of.as(of.owner, { isSession: true });
    await client.data(document, { variables: { input }, idempotencyKey: "omitted" });
    const text = "SELECT input_hash AS hash FROM idempotency_records WHERE workspace_id = $1";
    const { rows } = await fixture.admin.query(text, [of.workspaceId]);
    const hash = createHash("sha256")
      .update(`create_api_key\0${JSON.stringify({ input })}`)
      .digest("hex");
    expect(rows).toEqual([{ hash }]);
  });

  it("restricts secret keys, and is shown by list_api_keys", async () => {
    const of = await testWorkspace(fixture);
    expect((await createKey({ persistedOnly: true }, of)).apiKey).toMatchObject({ persistedOnly: true });
    expect((await createKey({ persistedOnly: null }, of)).apiKey).toMatchObject({ persistedOnly: false });
    for (const input of [{ kind: "PUBLISHABLE" }, { connectionId: newId() }])
      expect(pathsOf((await createKey({ persistedOnly: true, ...input }, of)).userErrors)).toEqual(["input.persistedOnly INVALID"]);
    const query = "{ list_api_keys(filter: { persistedOnly: true }) { nodes { persistedOnly } } }";
    expect(await of.as(of.owner).data(query)).toEqual({ list_api_keys: { nodes: [{ persistedOnly: true }] } });
  });
});
