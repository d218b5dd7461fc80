import type { AuditedOperationRecord, AuditRecord } from "@offergraph/shared/contracts/audit-events";
import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { eraseCustomer } from "../../consumers/erase-customer.js";
import { storeAuditEvents } from "../../consumers/store-audit-events.js";
import { eraseFromAuditEvents, insertAuditEvents } from "../../db/audit-events.js";
import { deleteOldAuditEventsJob } from "../../jobs/delete-old-audit-events.js";
import { type Fixture, startFixture } from "../../testing/fixture.js";
import { type TestWorkspace, testWorkspace } from "../../testing/workspaces.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await testWorkspace(fixture);
});

const time = "2026-06-01T12:00:00.000Z";
const recordOf = (changes: Partial<AuditRecord> = {}): AuditRecord => ({
  ...{ rowId: newId(), recordType: "Partner", recordId: newId(), action: "UPDATED", customerId: null },
  changes: [{ field: "name", before: "Ann", after: "Bea" }],
  ...changes,
});
const operationOf = (changes: Partial<AuditedOperationRecord> = {}): AuditedOperationRecord => ({
  ...{ operationId: newId(), operation: "update_partner", time, isCommand: false, keyId: null, memberId: null, requestId: "r1" },
  records: [recordOf()],
  ...changes,
});

async function store(operations: AuditedOperationRecord[], { workspaceId } = workspace): Promise<void> {
  const [consumer] = storeAuditEvents;
  const events = operations.map((operation) => ({ data: { operations: [operation] } }));
  await fixture.running.parts.database.transaction({ workspaceId }, async (tx) => consumer?.handleBatch?.(tx, events as never));
}

interface AuditEvent {
  operation: string;
  actor: Record<string, unknown>;
  recordId: string | null;
  changes: object[];
  erasedAt: string | null;
}
const list = `query ($filter: AuditEventFilter, $first: Int, $offset: Int, $orderBy: [AuditEventOrderBy!]) {
  list_audit_events(filter: $filter, first: $first, offset: $offset, orderBy: $orderBy) {
    nodes {
      createdAt operation operationId requestId recordType recordId action erasedAt
      actor { kind keyId keyName memberId memberName memberEmail }
      changes { field before after isHidden isTruncated }
    }
    totalCount
  }
}`;
const read = async (variables: Record<string, unknown> = {}, { as, owner } = workspace) =>
  (await as(owner).data<{ list_audit_events: { nodes: AuditEvent[]; totalCount: number } }>(list, { variables })).list_audit_events;

async function addKey(kind: string, name: string): Promise<string> {
  const keyId = newId();
  await fixture.admin.query(
    `INSERT INTO api_keys (row_id, hash, suffix, workspace_id, created_by, name, kind, level, origins, created_at, updated_at)
     VALUES ($1::uuid, encode(sha256($1::text::bytea), 'hex'), 'abcd', $2, $3, $4, $5::key_kind, 'ADMIN', '{}', now(), now())`,
    [keyId, workspace.workspaceId, workspace.owner, name, kind],
  );
  return keyId;
}

describe("list_audit_events", () => {
  it("returns the changes with the names of the key and the member", async () => {
    const keyId = await addKey("SECRET", "Server");
    await fixture.admin.query("UPDATE members SET email = 'owner@example.com' WHERE row_id = $1", [workspace.owner]);
    const changes = [
      { field: "name", before: "Ann", after: "Bea" },
      { field: "limit", before: 1, after: { of: [2] } },
      { field: "secret", before: null, after: null, isHidden: true as const },
      { field: "note", before: null, after: "a long te", isTruncated: true as const },
    ];
    const operation = operationOf({ keyId, memberId: workspace.owner, records: [recordOf({ changes })] });
    await store([operation]);
    const shown = { isHidden: false, isTruncated: false };
    expect((await read()).nodes).toEqual([
      {
        ...{ createdAt: time, operation: "update_partner", operationId: operation.operationId, requestId: "r1", erasedAt: null },
        ...{ recordType: "Partner", recordId: operation.records[0]?.recordId, action: "UPDATED" },
        actor: {
          ...{ kind: "API_KEY", keyId, keyName: "Server", memberId: workspace.owner },
          ...{ memberName: "The OWNER", memberEmail: "owner@example.com" },
        },
        changes: [
          { field: "name", before: "Ann", after: "Bea", ...shown },
          { field: "limit", before: "1", after: '{"of":[2]}', ...shown },
          { field: "secret", before: null, after: null, isHidden: true, isTruncated: false },
          { field: "note", before: null, after: "a long te", isHidden: false, isTruncated: true },
        ],
      },
    ]);
  });

  it("returns the kind of the actor, and an operation that changed no record", async () => {
    await store([
      operationOf({ operation: "1", keyId: await addKey("SESSION", "Session"), records: [] }),
      operationOf({ operation: "2", keyId: await addKey("APP", "Agent") }),
      operationOf({ operation: "3", isCommand: true }),
      operationOf({ operation: "4", keyId: newId() }),
      operationOf({ operation: "/oauth/token" }),
    ]);
    const { nodes } = await read({ orderBy: ["PRIMARY_KEY_ASC"] });
    const kinds = Object.fromEntries(nodes.map(({ operation, actor }) => [operation, actor.kind]));
    expect(kinds).toEqual({ 1: "SESSION", 2: "APP", 3: "COMMAND", 4: "API_KEY", "/oauth/token": "APP" });
    expect(nodes.find(({ operation }) => operation === "1")).toMatchObject({ recordType: null, recordId: null, action: null, changes: [] });
  });

  it("filters by each field, sorts by time and skips entries", async () => {
    const [keyId, memberId] = [newId(), newId()];
    const found = operationOf({ operation: "delete_post", keyId, memberId, requestId: "r2", time: "2026-06-01T13:00:00.000Z" });
    found.records = [recordOf({ recordType: "Post", action: "DELETED" })];
    await store([found, operationOf(), operationOf({ isCommand: true, time: "2026-06-01T11:00:00.000Z" })]);
    const filters = [
      { operation: { equalTo: "delete_post" } },
      { operationId: { equalTo: found.operationId } },
      { keyId: { equalTo: keyId } },
      { memberId: { equalTo: memberId } },
      { requestId: { equalTo: "r2" } },
      { recordType: { equalTo: "Post" } },
      { recordId: { equalTo: found.records[0]?.recordId } },
      { action: { equalTo: "DELETED" } },
      { actorKind: { equalTo: "API_KEY" } },
      { createdAt: { greaterThan: time } },
    ];
    for (const filter of filters) {
      const { nodes, totalCount } = await read({ filter });
      expect([filter, totalCount, nodes[0]?.operation]).toEqual([filter, 1, "delete_post"]);
    }
    const times = async (variables: Record<string, unknown>) =>
      (await read(variables)).nodes.map((node) => (node as unknown as { createdAt: string }).createdAt);
    expect(await times({})).toEqual([found.time, time, "2026-06-01T11:00:00.000Z"]);
    expect(await times({ orderBy: ["CREATED_AT_ASC"], offset: 1, first: 1 })).toEqual([time]);
  });

  it("returns nothing of another workspace", async () => {
    await store([operationOf()]);
    const other = await testWorkspace(fixture);
    expect((await read({}, other)).totalCount).toBe(0);
  });
});

it("an erasure removes the changes of the customer's records, also of earlier operations that arrive later", async () => {
  const [customerId, other] = [newId(), newId()];
  const spend = (customer: string, at = time) =>
    operationOf({ operation: "spend_credit", time: at, records: [recordOf({ customerId: customer, recordType: "CreditSpend" })] });
  await store([spend(customerId), spend(other), operationOf()]);
  const erasedAt = "2026-06-01T12:30:00.000Z";
  const event = { data: { customerId }, time: new Date(erasedAt) };
  await fixture.running.parts.database.transaction({ workspaceId: workspace.workspaceId }, async (tx) =>
    eraseCustomer.handle?.(tx, event as never),
  );
  await store([spend(customerId, "2026-06-01T12:29:00.000Z"), spend(customerId, "2026-06-01T12:31:00.000Z")]);
  const { nodes } = await read({ filter: { operation: { equalTo: "spend_credit" } }, orderBy: ["CREATED_AT_ASC", "PRIMARY_KEY_ASC"] });
  expect(nodes.map(({ changes, erasedAt: at }) => [changes.length, at]).toSorted()).toEqual([
    [0, erasedAt],
    [0, erasedAt],
    [1, null],
    [1, null],
  ]);
  const { rows } = await fixture.admin.query("SELECT customer_id FROM audit_events WHERE workspace_id = $1 AND changes = '[]'", [
    workspace.workspaceId,
  ]);
  expect(rows).toEqual([{ customer_id: null }, { customer_id: null }]);
});

it("an erasure waits for audit events of the customer that are not yet committed", async () => {
  const customerId = newId();
  const { database } = fixture.running.parts;
  const { workspaceId } = workspace;
  let commit = () => {};
  const committed = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let isStored = () => {};
  const stored = new Promise<void>((resolve) => {
    isStored = resolve;
  });
  const storing = database.transaction({ workspaceId }, async (tx) => {
    await insertAuditEvents(tx, [operationOf({ records: [recordOf({ customerId })] })]);
    isStored();
    await committed;
  });
  await stored;
  const erasing = database.transaction({ workspaceId }, (tx) => eraseFromAuditEvents(tx, customerId, new Date("2026-06-01T12:30:00.000Z")));
  await vi.waitFor(async () => {
    const { rows } = await fixture.admin.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(rows).toHaveLength(1);
  }, polling);
  commit();
  await Promise.all([storing, erasing]);
  expect((await read()).nodes).toMatchObject([{ changes: [], erasedAt: "2026-06-01T12:30:00.000Z" }]);
});

it("a job deletes audit events and erasures after the retention time, in each workspace separately", async () => {
  const [old, recent] = ["2025-04-20T12:00:00.000Z", "2025-06-01T12:00:00.000Z"];
  await store([operationOf({ time: old }), operationOf({ time: recent })]);
  const kept = await testWorkspace(fixture);
  await store([operationOf({ time: old })], kept);
  const erase = (at: string) =>
    fixture.admin.query("INSERT INTO customer_erasures VALUES ($1, $2, $3)", [workspace.workspaceId, newId(), at]);
  await erase(old);
  await erase(recent);
  const { workspaceId } = workspace;
  const now = new Date("2026-06-01T12:00:00.000Z");
  const { run } = deleteOldAuditEventsJob(400);
  // The job of the running service may have postponed the workspace already.
  await fixture.admin.query("UPDATE audit_retention SET due_at = $1 WHERE workspace_id = $2", [now, workspaceId]);
  await fixture.running.parts.database.transaction({ workspaceId, now }, async (tx) => run?.(tx));
  const { rows } = await fixture.admin.query("SELECT created_at FROM audit_events WHERE workspace_id = $1", [workspaceId]);
  expect(rows.map((row) => row.created_at.toISOString())).toEqual([recent]);
  const erasures = await fixture.admin.query("SELECT erased_at FROM customer_erasures WHERE workspace_id = $1", [workspaceId]);
  expect(erasures.rows.map((row) => row.erased_at.toISOString())).toEqual([recent]);
});
