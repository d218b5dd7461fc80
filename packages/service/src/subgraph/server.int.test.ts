import { connect } from "node:net";
import { graphqlRequest, principalHeader, principalSigner } from "@offergraph/shared/access/principal";
import { newId } from "@offergraph/shared/time/ids";
import { type SubgraphAnswer, testSigningKey } from "@offergraph/testkit/subgraph";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Fixture, startFixture } from "./testing/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture.stop());
beforeEach(() => {
  fixture.logged.length = 0;
  fixture.reads.count = 0;
});

const create =
  "mutation ($input: CreateThingInput!) { create_thing(input: $input) { thing { rowId name } userErrors { field code message } } }";
async function addThings(client: ReturnType<Fixture["client"]>, names: string[]): Promise<string[]> {
  const ids = names.map(() => newId());
  await fixture.query("INSERT INTO things SELECT unnest($1::uuid[]), $2, unnest($3::text[]), '2026-01-01T00:00:00.120Z'", [
    ids,
    client.workspaceId,
    names,
  ]);
  return ids;
}

const firstCode = async (response: Response) => ((await response.json()) as SubgraphAnswer<unknown>).errors?.[0]?.extensions.code;

describe("authentication", () => {
  it("requires an unexpired principal that the gateway signed", async () => {
    const { call } = fixture.client();
    const query = "{ list_things { rowId } }";
    const body = JSON.stringify({ query });
    const request = graphqlRequest("things", body);
    const stale = principalSigner(testSigningKey).sign(
      { workspaceId: newId(), memberId: newId(), keyId: newId(), level: "ADMIN", requestId: "r" },
      fixture.clock.now().getTime() - 31_000,
      request,
    );
    const foreign = principalSigner("another signing key, as long as it gets").sign(
      { workspaceId: newId(), memberId: newId(), keyId: newId(), level: "ADMIN", requestId: "r" },
      fixture.clock.now().getTime(),
      request,
    );
    const principal = { workspaceId: newId(), memberId: newId(), keyId: newId(), level: "ADMIN", requestId: "r" } as const;
    const [signer, now] = [principalSigner(testSigningKey), fixture.clock.now().getTime()];
    const others = [
      signer.sign(principal, now, graphqlRequest("orders", body)),
      signer.sign(principal, now, graphqlRequest("things", JSON.stringify({ query: "{ list_things { name } }" }))),
      signer.sign(principal, now, { ...request, body: undefined }),
    ];
    for (const header of [undefined, "", "x.y", stale, foreign, ...others]) {
      const answer = await call(query, { headers: { [principalHeader]: header } });
      expect([answer.status, answer.errors?.[0]?.extensions.code, answer.data]).toEqual([401, "PRINCIPAL_INVALID", undefined]);
    }
    expect(fixture.reads.count).toBe(0);
  });
  it("is not required for the SDL alone", async () => {
    const { call } = fixture.client();
    const anyone = { headers: { [principalHeader]: undefined } };
    const answer = await call<{ _service: { sdl: string } }>("{ _service { sdl } }", anyone);
    expect(answer.status).toBe(200);
    expect(answer.data?._service.sdl).toContain("@access(level: ADMIN");
    expect((await call("{ _service { sdl } list_things { rowId } }", anyone)).status).toBe(401);
    expect((await call("{ _service { sdl } ...more } fragment more on Query { list_things { rowId } }", anyone)).status).toBe(401);
  });
  it("requires the access level of root fields and entities", async () => {
    const reader = fixture.client({ level: "READ" });
    const denied = await reader.call(create, { variables: { input: { name: "x" } } });
    expect([denied.status, denied.errors?.[0]?.extensions.code]).toEqual([403, "access_level_insufficient"]);
    expect((await reader.call("{ settings }")).status).toBe(403);
    const secrets = "query ($all: [_Any!]!) { _entities(representations: $all) { ... on Secret { rowId } } }";
    const variables = { all: [{ __typename: "Secret", rowId: newId() }] };
    expect((await reader.call(secrets, { variables })).status).toBe(403);
    expect((await fixture.client({ level: "ADMIN" }).call(secrets, { variables })).status).toBe(200);
    expect(await fixture.query("SELECT * FROM things WHERE workspace_id = $1", [reader.workspaceId])).toEqual([]);
  });
});

describe("reads", () => {
  it("stay in the principal's workspace", async () => {
    const [mine, other] = [fixture.client(), fixture.client()];
    const [id] = await addThings(mine, ["a"]);
    expect(await mine.data("{ list_things { name createdAt } }")).toEqual({
      list_things: [{ name: "a", createdAt: "2026-01-01T00:00:00.120Z" }],
    });
    expect(await other.data("{ list_things { name } }")).toEqual({ list_things: [] });
    expect(await other.data("query ($id: UUID!) { get_thing(id: $id) { name } }", { variables: { id } })).toEqual({ get_thing: null });
    expect(await other.entities("Thing", [id ?? ""], "name")).toEqual([null]);
  });
  it("of fifty references are one statement, with null for unknown ids", async () => {
    const client = fixture.client();
    const ids = await addThings(
      client,
      Array.from({ length: 50 }, (_, index) => `thing ${index}`),
    );
    const asked = [...ids.slice(0, 25), newId(), "no uuid", ...ids.slice(25).map((id) => id.toUpperCase()), ids[0] ?? ""];
    const found = await client.entities<{ rowId: string; name: string }>("Thing", asked, "rowId name");
    expect(fixture.reads.count).toBe(1);
    expect(found.map((thing) => thing?.rowId)).toEqual(asked.map((id) => (ids.includes(id.toLowerCase()) ? id.toLowerCase() : undefined)));
  });
});

describe("errors", () => {
  it("that are public keep code and details; all others are hidden and logged once with request and workspace", async () => {
    const client = fixture.client();
    const answer = await client.call(
      '{ a: fails(how: "public") { rowId } b: fails(how: "sql") { rowId } c: fails(how: "private") { rowId } }',
    );
    expect([answer.status, answer.errorCount, answer.data]).toEqual([200, 3, { a: null, b: null, c: null }]);
    expect(answer.text.startsWith('{"errors":')).toBe(true);
    expect(answer.errors?.map(({ path, extensions }) => [path?.join("."), extensions])).toEqual([
      ["a", { code: "BAD_USER_INPUT", argument: "how" }],
      ["b", { code: "NOT_NOW", retryAfter: 3 }],
      ["c", { code: "INTERNAL_SERVER_ERROR" }],
    ]);
    expect(answer.text).not.toMatch(/hunter2|\.ts|stack/);
    const failures = fixture.logged.filter(({ level }) => level === 50);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({ workspaceId: client.workspaceId, requestId: expect.any(String), path: "c" });
    expect(JSON.stringify(failures)).toContain("hunter2");
  });
  it("do not affect the rest of the response, and nulls propagate as the schema defines", async () => {
    const client = fixture.client();
    const ids = await addThings(client, ["good", "weak"]);
    const answer = await client.call("{ list_things { name strict } settled: list_things { name secret } }");
    expect(answer.data).toEqual({
      list_things: null,
      settled: [
        { name: "good", secret: null },
        { name: "weak", secret: null },
      ],
    });
    expect(answer.errors?.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        ["list_things", 1, "strict"],
        ["settled", 0, "secret"],
        ["settled", 1, "secret"],
      ]),
    );
    const entities = await client.call("query ($all: [_Any!]!) { _entities(representations: $all) { ... on Thing { strict } } }", {
      variables: { all: ids.map((rowId) => ({ __typename: "Thing", rowId })) },
    });
    expect(entities.data).toEqual({ _entities: [{ strict: "good" }, null] });
    expect(entities.errors?.[0]).toMatchObject({ path: ["_entities", 1, "strict"], extensions: { code: "INTERNAL_SERVER_ERROR" } });
  });
  it("of the database are hidden", async () => {
    fixture.during.effect = async (write) => void (await write.sql({ text: "SELECT nothing FROM nowhere", values: [] } as never));
    const answer = await fixture.client().call(create, { variables: { input: { name: "x" } } });
    fixture.during.effect = async () => undefined;
    expect(answer.errors?.[0]?.message).not.toMatch(/nowhere|relation|SELECT/);
    expect(answer.errors?.[0]?.extensions).toEqual({ code: "INTERNAL_SERVER_ERROR" });
  });
});

describe("invalid requests", () => {
  it("are rejected with 400 before execution: body, syntax, schema, variables", async () => {
    const { call } = fixture.client();
    const code = async (query: string, variables?: Record<string, unknown>) => {
      const { status, data, errors } = await call(query, { ...(variables && { variables }) });
      return [status, data, errors?.[0]?.extensions.code];
    };
    expect(await code("{")).toEqual([400, undefined, "GRAPHQL_PARSE_FAILED"]);
    expect(await code("{ nothing }")).toEqual([400, undefined, "GRAPHQL_VALIDATION_FAILED"]);
    expect(await code("query ($id: UUID!) { get_thing(id: $id) { name } }", { id: "x" })).toEqual([400, undefined, "BAD_USER_INPUT"]);
    expect(await code("query ($id: UUID!) { get_thing(id: $id) { name } }")).toEqual([400, undefined, "BAD_USER_INPUT"]);
    expect(fixture.reads.count).toBe(0);
    const post = async (body: string) => {
      const response = await fetch(fixture.url, { method: "POST", body });
      return [response.status, await firstCode(response)];
    };
    for (const body of ["", "[]", "null", "{", '{"query":1}', '{"query":"{a}","variables":[]}', '{"query":"{a}","operationName":1}'])
      expect(await post(body)).toEqual([400, "BAD_REQUEST"]);
  });
  it("are rejected with 413 beyond 8 MiB, and the server continues", async () => {
    const response = await fetch(fixture.url, { method: "POST", body: `{"query":"${" ".repeat(9 * 1024 * 1024)}"}` });
    expect([response.status, await firstCode(response)]).toEqual([413, "BODY_TOO_LARGE"]);
    expect(await fixture.client().data("{ list_things { name } }")).toEqual({ list_things: [] });
  });
  it("that end early are dropped", async () => {
    const { hostname, port } = new URL(fixture.url);
    const socket = connect(Number(port), hostname);
    await new Promise((resolve) => socket.write("POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{", resolve));
    socket.destroy();
    expect(await fixture.client().data("{ list_things { name } }")).toEqual({ list_things: [] });
  });
  it("for other paths get 404", async () => {
    for (const path of ["", "graphql", "graphql/v1"]) expect((await fetch(fixture.base + path)).status).toBe(404);
  });
});

describe("argument bounds", () => {
  it("of a query are one error that names the argument, the field null", async () => {
    const answer = await fixture
      .client()
      .call('{ bad: list_things(first: 1001) { name } worse: list_things(name: "a\\u0000") { name } ok: list_things(first: 0) { name } }');
    expect([answer.status, answer.data]).toEqual([200, { bad: null, worse: null, ok: [] }]);
    expect(answer.errors?.map(({ message, extensions }) => [extensions.code, extensions.argument, message])).toEqual([
      ["BAD_USER_INPUT", "first", "first must be between 0 and 1000."],
      ["BAD_USER_INPUT", "name", "name may not contain NUL or a lone surrogate."],
    ]);
    expect(fixture.reads.count).toBe(1);
  });
  it("of a mutation are userErrors, all at once together with those of rules, and nothing is written", async () => {
    const client = fixture.client();
    const parts = [{ code: "a b" }, { code: "" }, { code: "123456" }, { code: "ok" }];
    const name = "taken, and too long for a name";
    await addThings(client, [name]);
    const input = { name, share: 100.5, parts, extra: { deep: [{ text: "\uD800" }] } };
    const { create_thing: result } = await client.data<{ create_thing: { thing: null; userErrors: { field: string[]; code: string }[] } }>(
      create,
      { variables: { input } },
    );
    expect(result.thing).toBeNull();
    expect(result.userErrors.map(({ field, code }) => `${field.join(".")} ${code}`).sort()).toEqual([
      "input.extra.deep.0.text INVALID",
      "input.name TAKEN",
      "input.name TOO_LONG",
      "input.parts LIMIT_EXCEEDED",
      "input.parts.0.code INVALID",
      "input.parts.1.code TOO_SHORT",
      "input.parts.2.code TOO_LONG",
      "input.share OUT_OF_RANGE",
    ]);
    expect(await fixture.query("SELECT name FROM things WHERE workspace_id = $1", [client.workspaceId])).toHaveLength(1);
  });
});

describe("health and metrics", () => {
  it("need no identity", async () => {
    expect((await fetch(`${fixture.base}health/live`)).status).toBe(200);
    expect(await (await fetch(`${fixture.base}health/ready`)).json()).toEqual({ status: "ok", checks: { database: true } });
    await fixture.client().data("{ list_things { name } }");
    expect((await fetch(`${fixture.base}metrics`)).status).toBe(404);
    const text = await (await fetch(fixture.metricsUrl)).text();
    expect(text).toMatch(/offergraph_request_seconds_count\{[^}]*operation="list_things"[^}]*outcome="ok"/);
  });
});
