import { newId } from "@offergraph/shared/time/ids";
import type { SubgraphAnswer } from "@offergraph/testkit/subgraph";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { sql } from "../db/statement.js";
import { type Fixture, startFixture } from "../subgraph/testing/fixture.js";
import { defaultWaitMs } from "./idempotency.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture.stop());
const nothing = async () => undefined;
beforeEach(() => {
  fixture.logged.length = 0;
  fixture.pokes.count = 0;
});
afterEach(() => {
  fixture.during.effect = nothing;
  fixture.during.after = nothing;
});

interface Created {
  create_thing: { thing: { rowId: string; name: string } | null; userErrors: { field: string[]; code: string }[] } | null;
}
type Client = ReturnType<Fixture["client"]>;
const create = "mutation ($input: CreateThingInput!) { create_thing(input: $input) { thing { rowId name } userErrors { field code } } }";
const add = (client: Client, name: string, idempotencyKey?: string, more: object = {}): Promise<SubgraphAnswer<Created>> =>
  client.call<Created>(create, { variables: { input: { name, ...more } }, ...(idempotencyKey !== undefined && { idempotencyKey }) });
const things = ({ workspaceId }: Client) => fixture.query("SELECT name FROM things WHERE workspace_id = $1", [workspaceId]);
const events = ({ workspaceId }: Client) =>
  fixture.query<{ event: Record<string, unknown> }>("SELECT event FROM outbox_events WHERE workspace_id = $1", [workspaceId]);
const records = ({ workspaceId }: Client) => fixture.query("SELECT key FROM idempotency_records WHERE workspace_id = $1", [workspaceId]);
const audited = async ({ workspaceId }: Client) =>
  (await fixture.query("SELECT details FROM audit_operations WHERE workspace_id = $1", [workspaceId])).map(({ details }) => details);
const auditedRows = ({ workspaceId }: Client) =>
  fixture.query("SELECT before, after->>'name' AS name FROM audit_changes WHERE workspace_id = $1", [workspaceId]);
const codeOf = ({ errors }: SubgraphAnswer<Created>) => errors?.[0]?.extensions.code;

/** Returns a promise `passed`, and a function `open` that resolves the promise. */
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), passed };
}

describe("a write", () => {
  it("is committed with its event, pokes the relay and is logged once with its actor", async () => {
    const client = fixture.client();
    const { data } = await add(client, "a");
    const rowId = data?.create_thing?.thing?.rowId;
    expect(await things(client)).toEqual([{ name: "a" }]);
    const [event] = await events(client);
    expect(event?.event).toMatchObject({
      type: "offergraph.trial.thing.created.v1",
      subject: rowId,
      data: { name: "a" },
      actorkeyid: client.keyId,
      time: fixture.clock.now().toISOString(),
    });
    const { keyId, memberId } = client;
    const details = {
      operation: "create_thing",
      time: fixture.clock.now().toISOString(),
      keyId,
      memberId,
      requestId: event?.event.requestid,
    };
    expect([await audited(client), await auditedRows(client)]).toEqual([[details], [{ before: null, name: "a" }]]);
    expect(fixture.pokes.count).toBe(1);
    const written = fixture.logged.filter(({ msg }) => msg === "written");
    expect(written).toEqual([
      expect.objectContaining({
        operation: "create_thing",
        workspaceId: client.workspaceId,
        recordIds: [rowId],
        actor: { keyId: client.keyId, memberId: client.memberId },
      }),
    ]);
  });
  it("that is rejected or fails changes nothing: no row, event, idempotency record or notification", async () => {
    const client = fixture.client();
    fixture.during.after = async (write) => write.errors.add(["input"], "CONFLICT", "found out at the end.");
    expect((await add(client, "a")).data?.create_thing).toEqual({ thing: null, userErrors: [{ field: ["input"], code: "CONFLICT" }] });
    fixture.during.after = async () => {
      throw new Error("gone");
    };
    expect(codeOf(await add(client, "a", newId()))).toBe("INTERNAL_SERVER_ERROR");
    expect([await things(client), await events(client), await records(client)]).toEqual([[], [], []]);
    expect([await audited(client), await auditedRows(client)]).toEqual([[], []]);
    expect(fixture.pokes.count).toBe(0);
    expect(fixture.logged.filter(({ msg }) => msg === "written")).toEqual([]);
  });
});

describe("a warning", () => {
  const finding = {
    code: "LONELY",
    message: "No thing is alike.",
    recordIds: ["1"],
    next: { operation: "create_thing", why: "Two are alike." },
  };
  const warnings = [{ operation: "create_thing", ...finding }];
  const warn: Fixture["during"]["after"] = async (tx) => tx.warn(finding);
  it("is in the response, also if the request is repeated with its Idempotency-Key", async () => {
    const [client, key] = [fixture.client(), newId()];
    expect((await add(client, "none")).extensions).toBeUndefined();
    fixture.during.after = warn;
    const first = await add(client, "a", key);
    expect(first.extensions).toEqual({ warnings });
    fixture.during.after = nothing;
    expect((await add(client, "a", key)).text).toBe(first.text);
    expect((await add(client, "b")).extensions).toBeUndefined();
  });
  it("is not in the response if the mutation is rejected, and once if the transaction is repeated", async () => {
    const client = fixture.client();
    fixture.during.effect = async (tx) => {
      await warn(tx);
      tx.errors.add(["input"], "CONFLICT", "too late.");
    };
    const rejected = await add(client, "a");
    expect([rejected.data?.create_thing?.userErrors.length, rejected.extensions]).toEqual([1, undefined]);
    let attempts = 0;
    fixture.during.effect = async (tx) => {
      await warn(tx);
      attempts += 1;
      if (attempts === 1) throw Object.assign(new Error("conflict"), { code: "P2034" });
    };
    expect((await add(client, "a")).extensions).toEqual({ warnings });
    expect(attempts).toBe(2);
  });
  it("is in the response of each mutation, of a dry run and of a query", async () => {
    const client = fixture.client();
    fixture.during.after = warn;
    const one = (name: string) => `${name}: create_thing(input: { name: "${name}" }) { thing { name } }`;
    expect((await client.call(`mutation { ${one("a")} ${one("b")} }`)).extensions).toEqual({ warnings: [...warnings, ...warnings] });
    const tried = await client.call(`mutation { ${one("c")} }`, { dryRun: true });
    expect(tried.extensions).toMatchObject({ dryRun: { mutations: [{ operation: "create_thing" }] }, warnings });
    expect((await client.call("{ list_things(first: 1) { name } }")).extensions).toBeUndefined();
    expect((await client.call("{ list_things(first: 0) { name } }")).extensions).toEqual({
      warnings: [{ ...finding, operation: "list_things", code: "NOTHING_ASKED" }],
    });
  });
  it("of an undeclared kind fails, and the mutation writes nothing", async () => {
    const client = fixture.client();
    fixture.during.after = async (tx) => tx.warn({ ...finding, code: "UNDECLARED" });
    expect(codeOf(await add(client, "a"))).toBe("INTERNAL_SERVER_ERROR");
    expect(await things(client)).toEqual([]);
    expect(codeOf(await client.call("{ list_things(first: 1000) { name } }"))).toBe("INTERNAL_SERVER_ERROR");
  });
});

describe("a deeply nested input", () => {
  it("is a userError, with or without a key, and reaches no resolver", async () => {
    const text = `${"[".repeat(1_000)}${"]".repeat(1_000)}`;
    const client = fixture.client();
    for (const idempotencyKey of [undefined, newId()]) {
      const { data } = await add(client, "a", idempotencyKey, { extra: { deep: JSON.parse(text) } });
      expect(data?.create_thing).toMatchObject({ thing: null, userErrors: [{ code: "INVALID" }] });
    }
    expect(await things(client)).toEqual([]);
  });
});

describe("an Idempotency-Key", () => {
  it("has one effect and one result for 50 concurrent requests over two replicas", async () => {
    const [one, key] = [fixture.client(), newId()];
    const two = fixture.client({ url: (await fixture.replica()).url, workspaceId: one.workspaceId });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => add(index % 2 ? one : two, "a", key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.data?.create_thing?.thing?.name).toBe("a");
    expect([await things(one), (await events(one)).length]).toEqual([[{ name: "a" }], 1]);
    expect([(await audited(one)).length, (await auditedRows(one)).length]).toEqual([1, 1]);
  });
  it("returns the first result to a later request, although the record has changed", async () => {
    const [client, key] = [fixture.client(), newId()];
    const first = await add(client, "a", key, { extra: { z: 1, a: { long: 2, b: 3 } } });
    await fixture.query("UPDATE things SET name = 'b' WHERE workspace_id = $1", [client.workspaceId]);
    expect((await add(client, "a", key, { extra: { a: { b: 3, long: 2 }, z: 1 } })).text).toBe(first.text);
  });
  it("is rejected for different input", async () => {
    const [client, key] = [fixture.client(), newId()];
    await add(client, "a", key);
    expect(codeOf(await add(client, "b", key))).toBe("idempotency_key_reused");
    expect(await things(client)).toEqual([{ name: "a" }]);
  });
  it("is scoped to the workspace", async () => {
    const [one, two, key] = [fixture.client(), fixture.client(), newId()];
    await add(one, "a", key);
    expect((await add(two, "b", key)).data?.create_thing?.thing?.name).toBe("b");
  });
  it("is in use while the first request runs, in this replica or in another one", async () => {
    const [client, key] = [fixture.client({ url: (await fixture.replica(defaultWaitMs)).url }), newId()];
    const other = fixture.client({ url: (await fixture.replica(defaultWaitMs)).url, workspaceId: client.workspaceId });
    const [started, finish] = [gate(), gate()];
    fixture.during.after = async () => {
      started.open();
      await finish.passed;
    };
    const first = add(client, "a", key);
    await started.passed;
    const repeats = await Promise.all([add(client, "a", key), add(other, "a", key)]);
    expect(repeats.map(codeOf)).toEqual(["idempotency_key_in_use", "idempotency_key_in_use"]);
    finish.open();
    const answer = await first;
    expect(answer.data?.create_thing?.thing?.name).toBe("a");
    expect((await add(other, "a", key)).text).toBe(answer.text);
  });
  it("returns the first result to a request that waits in another replica", async () => {
    const [client, key] = [fixture.client(), newId()];
    const other = fixture.client({ url: (await fixture.replica()).url, workspaceId: client.workspaceId });
    const [started, finish] = [gate(), gate()];
    fixture.during.after = async () => {
      started.open();
      await finish.passed;
    };
    const first = add(client, "a", key);
    await started.passed;
    const repeat = add(other, "a", key);
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await vi.waitUntil(async () => (await fixture.query(waiting)).length > 0, { ...polling, interval: 5 });
    finish.open();
    expect((await repeat).text).toBe((await first).text);
    expect([await things(client), (await events(client)).length]).toEqual([[{ name: "a" }], 1]);
    expect((await audited(client)).length).toBe(1);
  });
  it("is not consumed by userErrors: a repeat succeeds after the cause is fixed, and so does corrected input", async () => {
    const [client, key] = [fixture.client(), newId()];
    await add(client, "a");
    const first = await add(client, "a", key);
    expect(first.data?.create_thing?.userErrors).toEqual([{ field: ["input", "name"], code: "TAKEN" }]);
    expect(await records(client)).toEqual([]);
    const corrected = await add(client, "b", key);
    expect(corrected.data?.create_thing?.thing?.name).toBe("b");
    expect((await add(client, "b", key)).text).toBe(corrected.text);
    await fixture.query("DELETE FROM things WHERE workspace_id = $1", [client.workspaceId]);
    expect(codeOf(await add(client, "a", key))).toBe("idempotency_key_reused");
  });
  it("lets a waiting request run when the first one in another replica ends with userErrors", async () => {
    const [client, key] = [fixture.client(), newId()];
    const other = fixture.client({ url: (await fixture.replica()).url, workspaceId: client.workspaceId });
    const [started, finish] = [gate(), gate()];
    fixture.during.after = async (write) => {
      fixture.during.after = nothing;
      started.open();
      await finish.passed;
      write.errors.add(["input", "name"], "INVALID", "name is refused.");
    };
    const first = add(client, "a", key);
    await started.passed;
    const repeat = add(other, "a", key);
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await vi.waitUntil(async () => (await fixture.query(waiting)).length > 0, { ...polling, interval: 5 });
    finish.open();
    expect((await first).data?.create_thing?.userErrors).toEqual([{ field: ["input", "name"], code: "INVALID" }]);
    expect((await repeat).data?.create_thing?.thing?.name).toBe("a");
    expect((await things(client)).length).toBe(1);
  });
  it("stores nothing when the database connection dies before the commit", async () => {
    const [client, key] = [fixture.client(), newId()];
    fixture.during.after = async (write) => {
      const [{ pid } = { pid: 0 }] = await write.sql<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
      await fixture.query("SELECT pg_terminate_backend($1)", [pid]);
    };
    expect(codeOf(await add(client, "a", key))).toBe("INTERNAL_SERVER_ERROR");
    fixture.during.after = nothing;
    expect([await things(client), await events(client), await records(client)]).toEqual([[], [], []]);
    expect((await add(client, "a", key)).data?.create_thing?.thing?.name).toBe("a");
  });
  it("does not store retryable errors and failures", async () => {
    const [client, key] = [fixture.client(), newId()];
    fixture.during.effect = async (write) => write.errors.add(["input"], "UNAVAILABLE", "its owner is away.");
    await add(client, "a", key);
    fixture.during.effect = async () => {
      throw new Error("gone");
    };
    await add(client, "a", key);
    fixture.during.effect = nothing;
    expect((await add(client, "a", key)).data?.create_thing?.thing?.name).toBe("a");
  });
  it("expires after 24 hours", async () => {
    const [client, key] = [fixture.client(), newId()];
    await add(client, "a", key);
    fixture.clock.advance(24 * 3_600_000);
    expect((await add(client, "b", key)).data?.create_thing?.thing?.name).toBe("b");
    expect((await records(client)).length).toBe(1);
  });
  it("does not delay other keys while many requests of one wait", async () => {
    const [client, key] = [fixture.client(), newId()];
    const [started, finish] = [gate(), gate()];
    fixture.during.after = async () => {
      started.open();
      await finish.passed;
    };
    const first = add(client, "a", key);
    await started.passed;
    fixture.during.after = nothing;
    const repeats = Array.from({ length: 20 }, () => add(client, "a", key));
    expect((await add(client, "b", newId())).data?.create_thing?.thing?.name).toBe("b");
    expect((await client.data("{ list_things { name } }")).list_things).toEqual([{ name: "b" }]);
    finish.open();
    const { text } = await first;
    for (const repeat of await Promise.all(repeats)) expect(repeat.text).toBe(text);
  });
});
