import { newId } from "@offergraph/shared/time/ids";
import type { CallOptions, SubgraphAnswer } from "@offergraph/testkit/subgraph";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { raw, sql } from "../db/statement.js";
import { type Fixture, startFixture, thingCreated } from "../subgraph/testing/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture.stop());
const nothing = async () => undefined;
beforeEach(() => {
  fixture.logged.length = 0;
  fixture.pokes.count = 0;
  fixture.calls.count = 0;
});
afterEach(() => {
  fixture.during.effect = nothing;
  fixture.during.after = nothing;
});

type Client = ReturnType<Fixture["client"]>;
const fields = "{ thing { name alike createdAt } password userErrors { field code } }";
const create = `mutation ($input: CreateThingInput!) { create_thing(input: $input) ${fields} }`;
const add = (client: Client, name: string, options: CallOptions = {}) =>
  client.call<{ create_thing: object | null }>(create, { variables: { input: { name } }, ...options });
const addAs = (alias: string, name: string) => `${alias}: create_thing(input: { name: "${name}" }) ${fields}`;
const dry = { dryRun: true };
const reportOf = ({ extensions }: SubgraphAnswer<unknown>) => extensions?.dryRun?.mutations;
const codeOf = ({ errors }: SubgraphAnswer<unknown>) => errors?.[0]?.extensions.code;
const type = "offergraph.trial.thing.created.v1";

/** Returns all rows of the workspace in all tables of the service. */
async function stored({ workspaceId }: Client): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of ["things", "outbox_events", "idempotency_records", "audit_operations", "audit_changes"])
    rows[table] = await fixture.query(`SELECT * FROM ${table} WHERE workspace_id = $1`, [workspaceId]);
  return rows;
}
const empty = { things: [], outbox_events: [], idempotency_records: [], audit_operations: [], audit_changes: [] };

describe("a dry run", () => {
  it("answers as the real request does, with what it would emit and queue, and changes nothing", async () => {
    const client = fixture.client();
    // The fixture's function `findLaterWork` adds a thing whose name begins with "o". The response must not count this thing.
    const tried = await add(client, "one", dry);
    expect(await stored(client)).toEqual(empty);
    expect(fixture.pokes.count).toBe(0);
    expect(reportOf(tried)).toEqual([
      { operation: "create_thing", events: [{ type, recordId: expect.any(String) }], eventCount: 1, queued: { things: 1 }, notes: [] },
    ]);
    const lines = fixture.logged.map(({ msg, dryRun, operation }) => ({ msg, dryRun, operation }));
    expect(lines).toEqual([{ msg: "dry run; nothing was written", dryRun: true, operation: "create_thing" }]);
    const done = await add(client, "one");
    expect((await stored(client)).outbox_events).toMatchObject([{ event: { type } }]);
    expect(done.data?.create_thing).toMatchObject({ thing: { name: "one", alike: 1 }, password: "hunter2", userErrors: [] });
    expect(tried.data?.create_thing).toEqual({ ...done.data?.create_thing, password: null });
    expect(reportOf(done)).toBeUndefined();
  });
  it("returns the userErrors of the real request", async () => {
    const client = fixture.client();
    await add(client, "a");
    const before = await stored(client);
    for (const name of ["a", "a name of more than twenty characters"]) {
      const tried = await add(client, name, dry);
      expect(tried.data).toEqual((await add(client, name)).data);
      expect(reportOf(tried)).toEqual([{ operation: "create_thing", events: [], eventCount: 0, queued: {}, notes: [] }]);
    }
    expect(await stored(client)).toEqual(before);
  });
  it("neither reads nor stores the result under an Idempotency-Key", async () => {
    const [client, idempotencyKey] = [fixture.client(), newId()];
    await add(client, "a", { ...dry, idempotencyKey });
    expect(await stored(client)).toEqual(empty);
    await add(client, "b", { idempotencyKey });
    expect((await add(client, "c", { ...dry, idempotencyKey })).data?.create_thing).toMatchObject({ thing: { name: "c" } });
    expect((await add(client, "b", { ...dry, idempotencyKey })).data?.create_thing).toMatchObject({ thing: null });
  });
  it("rolls back each mutation of a request before the next one, and reads again", async () => {
    const client = fixture.client();
    const addAnother = async (tx: Parameters<Fixture["during"]["after"]>[0]) => {
      fixture.during.after = nothing;
      const columns = raw("(row_id, workspace_id, name, created_at)");
      await tx.sql(sql`INSERT INTO things ${columns} VALUES (${newId()}::uuid, ${tx.workspaceId}::uuid, 'another', ${tx.now})`);
    };
    // Sends the document twice, because the service compiles a document only at the second request.
    for (let turn = 0; turn < 2; turn += 1) {
      fixture.during.after = addAnother;
      const tried = await client.call(`mutation { ${addAs("first", "a")} ${addAs("second", "a")} }`, dry);
      expect(tried.data).toMatchObject({ first: { thing: { alike: 2 } }, second: { thing: { name: "a", alike: 1 }, userErrors: [] } });
      expect(reportOf(tried)?.map(({ eventCount }) => eventCount)).toEqual([1, 1]);
    }
    expect(await stored(client)).toEqual(empty);
  });
  it("calls nobody, and rolls back writes that precede the transaction", async () => {
    const client = fixture.client();
    const query = "mutation { call_partner { reply userErrors { code } } }";
    const tried = await client.call(query, dry);
    expect(tried.data).toEqual({ call_partner: { reply: null, userErrors: [] } });
    expect(reportOf(tried)).toMatchObject([{ operation: "call_partner", notes: ["The dry run did not call the partner."] }]);
    expect([fixture.calls.count, await stored(client)]).toEqual([0, empty]);
    expect((await client.call(query)).data).toEqual({ call_partner: { reply: "hello", userErrors: [] } });
    expect([fixture.calls.count, (await stored(client)).things?.length]).toEqual([1, 1]);
  });
  it("lists at most 100 events, and counts all", async () => {
    const client = fixture.client();
    fixture.during.effect = async (tx) => {
      for (let count = 0; count < 150; count += 1) tx.emit(thingCreated, newId(), { name: "b" });
    };
    const [report] = reportOf(await add(client, "a", dry)) ?? [];
    expect([report?.events.length, report?.eventCount, report?.notes]).toEqual([100, 151, ["A job would continue."]]);
  });
  it("fails as the real request does: after an ignored error, a violated deferred constraint, or a failed field", async () => {
    const client = fixture.client();
    const deferred = "CREATE TEMP TABLE once (id int UNIQUE DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP";
    for (const statements of [["SELECT 1 / 0"], [deferred, "INSERT INTO once VALUES (1), (1)"]]) {
      fixture.during.after = async (tx) => {
        for (const text of statements) await tx.sql(raw(text)).catch(() => undefined);
      };
      expect([codeOf(await add(client, "a", dry)), codeOf(await add(client, "a"))]).toEqual(Array(2).fill("INTERNAL_SERVER_ERROR"));
    }
    fixture.during.after = nothing;
    const strict = 'mutation { create_thing(input: { name: "weak" }) { thing { strict } } }';
    expect(codeOf(await client.call(strict, dry))).toBe("INTERNAL_SERVER_ERROR");
    expect(await stored(client)).toEqual(empty);
  });
  it("starts no mutation more than 10 s after the first one", async () => {
    const client = fixture.client();
    const start = performance.now();
    let passed = 0;
    const spy = vi.spyOn(performance, "now").mockImplementation(() => start + passed);
    fixture.during.effect = async () => {
      passed += 4_500;
    };
    try {
      const tried = await client.call(`mutation { ${["a", "b", "c", "d", "e"].map((name) => addAs(name, name)).join(" ")} }`, dry);
      const made = (name: string) => ({ thing: { name }, userErrors: [] });
      expect(tried.data).toMatchObject({ a: made("a"), b: made("b"), c: made("c"), d: null, e: null });
      expect(tried.errors?.map(({ path, extensions: { code } }) => [path, code])).toEqual([
        [["d"], "dry_run_limit"],
        [["e"], "dry_run_limit"],
      ]);
      expect([reportOf(tried)?.length, await stored(client)]).toEqual([3, empty]);
    } finally {
      spy.mockRestore();
    }
  });
  it("releases its database connection", async () => {
    const client = fixture.client();
    const names = Array.from({ length: 40 }, (_, index) => (index % 2 ? "weak" : `a${index}`));
    const query = "mutation ($input: CreateThingInput!) { create_thing(input: $input) { thing { strict alike } } }";
    await Promise.all(names.map((name) => client.call(query, { variables: { input: { name } }, ...dry })));
    const open =
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
    expect(await fixture.query(open)).toEqual([{ count: 0 }]);
    expect((await add(client, "a")).data?.create_thing).toMatchObject({ thing: { name: "a" } });
  });
});

describe("the header of a dry run", () => {
  it("cannot be added to a signed request, or removed from it", async () => {
    const client = fixture.client();
    const added = await add(client, "a", { headers: { "dry-run": "true" } });
    const removed = await add(client, "a", { ...dry, headers: { "dry-run": undefined } });
    expect([added, removed].map((answer) => `${answer.status} ${codeOf(answer)}`)).toEqual(Array(2).fill("401 PRINCIPAL_INVALID"));
    expect(await stored(client)).toEqual(empty);
  });
  it("does not change a query", async () => {
    const client = fixture.client();
    await add(client, "a");
    const { data, extensions } = await client.call("{ list_things { name } }", dry);
    expect([data, extensions]).toEqual([{ list_things: [{ name: "a" }] }, undefined]);
  });
});
