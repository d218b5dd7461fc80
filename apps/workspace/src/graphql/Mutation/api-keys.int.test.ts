import { hashKey } from "@offergraph/shared/access/api-key";
import { principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { newId } from "@offergraph/shared/time/ids";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Fixture, pathsOf, startFixture, type UserError } from "../../testing/fixture.js";
import { type TestWorkspace, testWorkspace } from "../../testing/workspaces.js";

interface Answer {
  apiKey: { rowId: string; [field: string]: unknown } | null;
  secret?: string | null;
  userErrors: UserError[];
}

let fixture: Fixture;
let workspace: TestWorkspace;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  workspace = await testWorkspace(fixture);
});
afterAll(() => fixture?.stop());

const keyFields = `rowId name kind level effectiveLevel endsWith origins connectionId limitPerMinute memberId member { role } expiresAt
  lastUsedAt revokedAt state`;
const createDocument = `mutation ($input: CreateApiKeyInput!) {
  create_api_key(input: $input) { apiKey { ${keyFields} } secret userErrors { field code message } } }`;
const revokeDocument = `mutation ($input: RevokeApiKeyInput!) {
  revoke_api_key(input: $input) { apiKey { rowId state revokedAt } userErrors { field code message } } }`;

const session = (memberId: string, of = workspace) => of.as(memberId, { isSession: true });
async function create(input: object, { memberId = workspace.owner, of = workspace, idempotencyKey = "" } = {}): Promise<Answer> {
  const options = { variables: { input }, ...(idempotencyKey && { idempotencyKey }) };
  return (await session(memberId, of).data<{ create_api_key: Answer }>(createDocument, options)).create_api_key;
}
async function revoke(apiKeyId: string, memberId = workspace.owner): Promise<Answer> {
  return (await session(memberId).data<{ revoke_api_key: Answer }>(revokeDocument, { variables: { input: { apiKeyId } } })).revoke_api_key;
}

describe("create_api_key", () => {
  it("returns the text once, stores its hash, and emits an event without the text", async () => {
    const expiresAt = "2027-01-01T00:00:00.000Z";
    const { apiKey, secret } = await create({ name: " Server ", level: "ADMIN", limitPerMinute: 9, expiresAt }, { idempotencyKey: "a" });
    expect(secret).toMatch(/^sk_live_\w{38}$/);
    expect(apiKey).toMatchObject({
      name: "Server",
      kind: "SECRET",
      effectiveLevel: "ADMIN",
      limitPerMinute: 9,
      expiresAt,
      state: "ACTIVE",
    });
    const { rows } = await fixture.admin.query("SELECT key_id FROM credential_lookups WHERE hash = $1", [hashKey(secret ?? "")]);
    expect(rows).toEqual([{ key_id: apiKey?.rowId }]);
    const repeated = await create({ name: " Server ", level: "ADMIN", limitPerMinute: 9, expiresAt }, { idempotencyKey: "a" });
    expect(repeated).toMatchObject({ apiKey: { rowId: apiKey?.rowId }, secret: null });
    const events = (await workspace.events()).filter(({ recordId }) => recordId === apiKey?.rowId);
    expect(events.map(({ what }) => what)).toEqual(["api_key.created"]);
    const stored = await fixture.admin.query(
      "SELECT result::text AS text FROM idempotency_records UNION ALL SELECT event::text FROM outbox_events",
    );
    expect(stored.rows.filter(({ text }) => text?.includes(secret?.slice(8, 40)))).toEqual([]);
  });

  it("gives test keys in a test workspace", async () => {
    const of = await testWorkspace(fixture, true);
    expect((await create({ name: "Test", level: "READ" }, { of, memberId: of.owner })).secret).toMatch(/^sk_test_/);
  });

  it("reports all errors at once", async () => {
    const memberId = await workspace.add("MEMBER");
    const input = {
      name: " ",
      kind: "PUBLISHABLE",
      level: "ADMIN",
      connectionId: newId(),
      origins: ["https://*.a.example"],
      expiresAt: "2020-01-01T00:00:00Z",
    };
    expect(pathsOf((await create(input, { memberId })).userErrors)).toEqual([
      "input.connectionId INVALID",
      "input.expiresAt INVALID",
      "input.level INVALID",
      "input.name INVALID",
      "input.origins.0 INVALID",
    ]);
    expect(pathsOf((await create({ name: "a", level: "READ", origins: ["https://a.example"] })).userErrors)).toEqual([
      "input.origins INVALID",
    ]);
    await expect(create({ name: "a", kind: "SESSION", level: "READ" })).rejects.toThrow("NewApiKeyKind");
  });

  it("creates at most 100 active keys, also concurrently", async () => {
    const of = await testWorkspace(fixture);
    const { apiKey } = await create({ name: "First", level: "READ" }, { of, memberId: of.owner });
    await fixture.admin.query(
      `INSERT INTO api_keys (row_id, hash, suffix, workspace_id, created_by, name, kind, level, origins, created_at, updated_at)
       SELECT gen_random_uuid(), md5(n::text || $1) || md5(n::text || $1), 'abcd', workspace_id, created_by, name, kind, level, origins,
         created_at, updated_at FROM api_keys, generate_series(1, 96) n WHERE row_id = $1::uuid`,
      [apiKey?.rowId],
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => create({ name: `Key ${n}`, level: "READ" }, { of, memberId: of.owner })),
    );
    expect(answers.filter((one) => one.apiKey)).toHaveLength(3);
    expect(answers.flatMap(({ userErrors }) => pathsOf(userErrors))).toEqual(Array(5).fill("input LIMIT_EXCEEDED"));
  });

  it("rejects API keys of every level", async () => {
    const { errors } = await workspace.as(workspace.owner).call(createDocument, { variables: { input: { name: "a", level: "READ" } } });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining("not even with the level ADMIN"),
      extensions: { code: "access_level_insufficient" },
    });
  });
});

describe("revoke_api_key", () => {
  it("revokes a key once, with an event", async () => {
    const { apiKey } = await create({ name: "Old", level: "READ" });
    const id = apiKey?.rowId ?? "";
    const now = fixture.clock.now().toISOString();
    expect((await revoke(id)).apiKey).toEqual({ rowId: id, state: "REVOKED", revokedAt: now });
    expect((await revoke(id)).apiKey?.revokedAt).toBe(now);
    const events = (await workspace.events()).filter(({ recordId }) => recordId === id);
    expect(events.map(({ what }) => what)).toEqual(["api_key.created", "api_key.revoked"]);
  });

  it("is limited to own keys for a Member, and to this workspace", async () => {
    const memberId = await workspace.add("MEMBER");
    const foreign = (await create({ name: "Foreign", level: "READ" })).apiKey?.rowId ?? "";
    const own = (await create({ name: "Own", level: "WRITE" }, { memberId })).apiKey?.rowId ?? "";
    expect(pathsOf((await revoke(foreign, memberId)).userErrors)).toEqual(["input.apiKeyId NOT_FOUND"]);
    expect((await revoke(own, memberId)).userErrors).toEqual([]);
    const of = await testWorkspace(fixture);
    const others = (await create({ name: "Other", level: "READ" }, { of, memberId: of.owner })).apiKey?.rowId ?? "";
    for (const unknown of [others, newId()]) expect(pathsOf((await revoke(unknown)).userErrors)).toEqual(["input.apiKeyId NOT_FOUND"]);
  });
});

describe("limits of keys", () => {
  it("let only owners revoke keys of owners, and sessions create keys up to their own level", async () => {
    const of = await testWorkspace(fixture);
    const admin = await of.add("ADMIN");
    const ofOwner = (await create({ name: "Owner", level: "READ" }, { of, memberId: of.owner })).apiKey?.rowId ?? "";
    const document = { variables: { input: { apiKeyId: ofOwner } } };
    const answer = await session(admin, of).data<{ revoke_api_key: Answer }>(revokeDocument, document);
    expect(pathsOf(answer.revoke_api_key.userErrors)).toEqual(["input.apiKeyId NOT_FOUND"]);
    const limited = of.as(of.owner, { isSession: true, level: "WRITE" });
    const tooHigh = await limited.data<{ create_api_key: Answer }>(createDocument, { variables: { input: { name: "a", level: "ADMIN" } } });
    expect(pathsOf(tooHigh.create_api_key.userErrors)).toEqual(["input.level INVALID"]);
    const fast = await create({ name: "Fast", level: "READ", limitPerMinute: 601 }, { of, memberId: of.owner });
    expect(pathsOf(fast.userErrors)).toEqual(["input.limitPerMinute OUT_OF_RANGE"]);
  });

  it("allow 100 active keys per workspace", async () => {
    const of = await testWorkspace(fixture);
    await fixture.admin.query(
      `INSERT INTO api_keys (row_id, hash, suffix, workspace_id, created_by, name, kind, level, origins, created_at, updated_at)
       SELECT gen_random_uuid(), md5(n::text || $1) || md5(n::text), 'abcd', $1::uuid, $2, 'Key', 'SECRET', 'READ', '{}', now(), now()
       FROM generate_series(1, 100) AS n`,
      [of.workspaceId, of.owner],
    );
    const given = { of, memberId: of.owner };
    expect(pathsOf((await create({ name: "One more", level: "READ" }, given)).userErrors)).toEqual(["input LIMIT_EXCEEDED"]);
    await fixture.admin.query(
      "UPDATE api_keys SET revoked_at = now() WHERE row_id = (SELECT min(row_id::text)::uuid FROM api_keys WHERE workspace_id = $1)",
      [of.workspaceId],
    );
    expect((await create({ name: "One more", level: "READ" }, given)).userErrors).toEqual([]);
  });
});

describe("list_api_keys", () => {
  it("filters by kind, level and state, as the fields show them", async () => {
    const of = await testWorkspace(fixture);
    const leaver = await of.add("MEMBER");
    const make = async (name: string, input: object, memberId = of.owner) =>
      (await create({ name, level: "READ", ...input }, { of, memberId })).apiKey?.rowId ?? "";
    await make("active", { level: "ADMIN" });
    await make("browser", { kind: "PUBLISHABLE" });
    await make("expired", { expiresAt: new Date(fixture.clock.now().getTime() + 1_000).toISOString() });
    const revoked = await make("revoked", {});
    await make("left", {}, leaver);
    await fixture.admin.query("UPDATE api_keys SET revoked_at = now() WHERE row_id = $1", [revoked]);
    await fixture.admin.query("UPDATE members SET removed_at = now() WHERE row_id = $1", [leaver]);
    fixture.clock.advance(1_000);
    const names = async (filter: string) => {
      const query = `{ list_api_keys(filter: ${filter}, orderBy: [NAME_ASC]) { nodes { name state } } }`;
      const { list_api_keys: list } = await of.as(of.owner).data<{ list_api_keys: { nodes: { name: string; state: string }[] } }>(query);
      return list.nodes.map(({ name, state }) => `${name} ${state}`);
    };
    expect(await names("{ state: { equalTo: ACTIVE } }")).toEqual(["active ACTIVE", "browser ACTIVE"]);
    expect(await names("{ state: { equalTo: EXPIRED } }")).toEqual(["expired EXPIRED"]);
    expect(await names("{ state: { in: [REVOKED, CREATOR_LEFT] } }")).toEqual(["left CREATOR_LEFT", "revoked REVOKED"]);
    expect(await names("{ kind: { equalTo: PUBLISHABLE } }")).toEqual(["browser ACTIVE"]);
    expect(await names("{ level: { greaterThan: READ } }")).toEqual(["active ACTIVE"]);
    const query = "{ list_members(filter: { role: { notEqualTo: OWNER } }) { nodes { rowId } } }";
    expect(await of.as(of.owner).data(query)).toEqual({ list_members: { nodes: [{ rowId: leaver }] } });
  });

  it("filters, sorts and pages keys of this workspace; a key that the gateway reports has lastUsedAt", async () => {
    const of = await testWorkspace(fixture);
    for (const name of ["a", "b", "c"]) await create({ name, level: "WRITE" }, { of, memberId: of.owner });
    const client = of.as(of.owner);
    const list = async (given: string) =>
      (
        await client.data<{ list: { nodes: { rowId: string; name: string; lastUsedAt: string | null }[]; totalCount: number } }>(
          `{ list: list_api_keys${given} { nodes { rowId name lastUsedAt member { rowId } } totalCount } }`,
        )
      ).list;
    const all = await list("(orderBy: [NAME_DESC], first: 2)");
    expect([all.nodes.map(({ name }) => name), all.totalCount]).toEqual([["c", "b"], 3]);
    const [used] = all.nodes;
    const signer = principalSigner(testSigningKey);
    const principal = { workspaceId: of.workspaceId, memberId: of.owner, keyId: used?.rowId ?? "", level: "READ", requestId: "r" } as const;
    const request = { service: "workspace", method: "POST", path: "/key-usage", body: undefined };
    const header = signer.sign(principal, fixture.clock.now().getTime(), request);
    const response = await fetch(new URL("/key-usage", fixture.running.url), { method: "POST", headers: { [principalHeader]: header } });
    expect(response.status).toBe(204);
    expect((await list("(filter: { lastUsedAt: { isNull: false } })")).nodes).toMatchObject([
      { rowId: used?.rowId, lastUsedAt: fixture.clock.now().toISOString() },
    ]);
    expect(await list('(filter: { name: { in: ["a", "b"] } }, orderBy: [UPDATED_AT_DESC])')).toMatchObject({ totalCount: 2 });
  });
});
