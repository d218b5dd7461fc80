import { fileURLToPath } from "node:url";
import { type AuditedOperationRecord, auditEvent } from "@offergraph/shared/contracts/audit-events";
import { ManualClock } from "@offergraph/shared/time/clock";
import { newId } from "@offergraph/shared/time/ids";
import { type TestDatabase, testDatabase } from "@offergraph/testkit/database";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { createPool } from "../db/pool.js";
import { sql } from "../db/statement.js";
import { createRawClient } from "../subgraph/testing/raw-client.js";
import { createDatabase, type Database } from "../tx/database.js";
import type { Tx } from "../tx/tx.js";
import { auditJob } from "./collect.js";
import type { AuditPlan } from "./plan.js";

const plan: AuditPlan = {
  event: auditEvent("trial"),
  tables: { things: { recordType: "Thing" }, answers: { recordType: "Answer", isPrivate: true } },
  unaudited: {},
};
const log = pino({ level: "silent" });
const clock = new ManualClock("2026-06-01T12:00:00.000Z");
const actor = { keyId: newId(), memberId: newId() };
let files: TestDatabase;
let admin: pg.Client;
let pool: pg.Pool;
let database: Database<never>;
beforeAll(async () => {
  const migrationsDirectory = fileURLToPath(new URL("../subgraph/testing/migrations", import.meta.url));
  files = await testDatabase({ adminUrl: inject("adminUrl"), app: "things", migrationsDirectory });
  admin = new pg.Client(files.adminUrl);
  await admin.connect();
  await admin.query(`
    CREATE TABLE answers (row_id uuid PRIMARY KEY, workspace_id uuid NOT NULL, text text, customer_id uuid);
    CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON answers FOR EACH ROW
      WHEN (current_setting('app.audit_operation', true) <> '') EXECUTE FUNCTION record_private_audit_change('row_id');
    ALTER TABLE answers OWNER TO test_things`);
  pool = createPool({ connectionString: files.connectionString, max: 4, applicationName: "audit", log });
  database = createDatabase<never>({ pool, createClient: createRawClient, log, clock, notify: () => undefined });
});
afterAll(async () => {
  await pool?.end();
  await admin?.end();
  await files?.drop();
});

const audited = (workspaceId: string, effect: (tx: Tx<never>) => Promise<unknown>, onlyWithChanges?: true) =>
  database.transaction(
    { workspaceId, actor, requestId: "r1", audit: { operation: "change_things", ...(onlyWithChanges && { onlyWithChanges }) } },
    async (tx) => void (await effect(tx)),
  );
const add = ({ sql: run, workspaceId, now }: Tx<never>, rowId: string, name: string) =>
  run(sql`INSERT INTO things (row_id, workspace_id, name, created_at) VALUES (${rowId}::uuid, ${workspaceId}::uuid, ${name}, ${now})`);
const recorded = async (workspaceId: string) => {
  const rows = async (table: string) => (await admin.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [workspaceId])).rowCount;
  return [await rows("audit_operations"), await rows("audit_changes")];
};

/** Runs the job until no work is left. Returns the operations of each emitted event. */
async function send(workspaceId: string): Promise<AuditedOperationRecord[][]> {
  const { run, emits, findWorkspaces } = auditJob<never>(plan);
  if (!run) throw new Error("The job must run in one transaction.");
  while ((await findWorkspaces(pool, clock.now())).includes(workspaceId)) await database.transaction({ workspaceId, emits }, run);
  const { rows } = await admin.query(
    "DELETE FROM outbox_events WHERE workspace_id = $1 RETURNING sequence, event->'data'->'operations' AS o",
    [workspaceId],
  );
  return rows.sort((one, other) => Number(one.sequence) - Number(other.sequence)).map(({ o }) => o);
}

it("records the changed rows of an audited transaction, and sends them with the actor, the request and the values", async () => {
  const workspaceId = newId();
  const [kept, removed] = [newId(), newId()];
  await audited(workspaceId, async (tx) => {
    await add(tx, kept, "a");
    await add(tx, removed, "b");
  });
  await audited(workspaceId, async (tx) => {
    await tx.sql(sql`UPDATE things SET name = 'c' WHERE row_id = ${kept}::uuid`);
    await tx.sql(sql`DELETE FROM things WHERE row_id = ${removed}::uuid`);
  });
  const [operations = [], ...others] = await send(workspaceId);
  expect(others).toEqual([]);
  const common = { operation: "change_things", isCommand: false, ...actor, requestId: "r1", time: "2026-06-01T12:00:00.000Z" };
  const createdAt = { field: "createdAt", before: null, after: "2026-06-01T12:00:00+00:00" };
  const created = (recordId: string, name: string) => ({
    ...{ recordType: "Thing", recordId, action: "CREATED", customerId: null },
    changes: [{ field: "name", before: null, after: name }, createdAt],
  });
  expect(operations).toMatchObject([
    { ...common, records: [created(kept, "a"), created(removed, "b")] },
    {
      ...common,
      records: [
        { recordId: kept, action: "UPDATED", changes: [{ field: "name", before: "a", after: "c" }] },
        {
          recordId: removed,
          action: "DELETED",
          changes: [
            { field: "name", before: "b", after: null },
            { field: "createdAt", after: null },
          ],
        },
      ],
    },
  ]);
  expect(await recorded(workspaceId)).toEqual([0, 0]);
});

it("records nothing of a transaction that is rolled back or not audited, and nothing of another transaction's rows", async () => {
  const workspaceId = newId();
  const failed = audited(workspaceId, async (tx) => {
    await add(tx, newId(), "a");
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  // Alternates audited transactions with other transactions, which use the same connections.
  for (let run = 0; run < 4; run += 1) {
    await audited(workspaceId, async () => undefined);
    await database.transaction({ workspaceId }, (tx) => add(tx, newId(), `plain ${run}`));
  }
  expect(await recorded(workspaceId)).toEqual([4, 0]);
  expect((await send(workspaceId)).flat()).toMatchObject(Array.from({ length: 4 }, () => ({ operation: "change_things", records: [] })));
});

it("omits an execution without changes if the operation asks for that", async () => {
  const workspaceId = newId();
  await audited(workspaceId, async () => undefined, true);
  await audited(workspaceId, (tx) => add(tx, newId(), "a"), true);
  expect((await send(workspaceId)).flat()).toMatchObject([{ records: [{ action: "CREATED" }] }]);
});

it("records the changes of statements that run after Prisma began the transaction", async () => {
  const workspaceId = newId();
  await audited(workspaceId, async (tx) => {
    await (tx.prisma as { $queryRawUnsafe(text: string): Promise<unknown> }).$queryRawUnsafe("SELECT 1");
    await add(tx, newId(), "a");
  });
  expect(await recorded(workspaceId)).toEqual([1, 1]);
});

it("sends the columns of a table that a migration adds later, without a change of the code", async () => {
  const workspaceId = newId();
  await admin.query("ALTER TABLE things ADD COLUMN later_note text");
  await audited(workspaceId, async (tx) => {
    await tx.sql(sql`
      INSERT INTO things (row_id, workspace_id, name, created_at, later_note)
      VALUES (${newId()}::uuid, ${workspaceId}::uuid, 'a', ${tx.now}, 'new')`);
  });
  const [operation] = (await send(workspaceId)).flat();
  expect(operation?.records[0]?.changes).toContainEqual({ field: "laterNote", before: null, after: "new" });
});

it("never stores the values of a private table", async () => {
  const workspaceId = newId();
  const rowId = newId();
  await audited(workspaceId, async (tx) => {
    await tx.sql(sql`INSERT INTO answers VALUES (${rowId}::uuid, ${workspaceId}::uuid, 'Ann', ${newId()}::uuid)`);
    await tx.sql(sql`UPDATE answers SET text = 'Bob' WHERE row_id = ${rowId}::uuid`);
  });
  const { rows } = await admin.query("SELECT before, after FROM audit_changes WHERE workspace_id = $1 ORDER BY sequence", [workspaceId]);
  expect(rows).toEqual([
    { before: null, after: { row_id: rowId, workspace_id: null, text: null, customer_id: null } },
    { before: { row_id: rowId, text: null }, after: { row_id: rowId, text: null } },
  ]);
  const [operation] = (await send(workspaceId)).flat();
  expect(operation?.records).toMatchObject([{ recordType: "Answer", recordId: rowId, action: "CREATED" }]);
  expect(operation?.records[0]?.changes.every(({ isHidden, before, after }) => isHidden && before === null && after === null)).toBe(true);
});

it("sends each row of a large operation once, in events of limited size", async () => {
  const workspaceId = newId();
  await audited(workspaceId, async (tx) => {
    await tx.sql(sql`
      INSERT INTO things (row_id, workspace_id, name, created_at)
      SELECT gen_random_uuid(), ${workspaceId}::uuid, 'thing ' || number, ${tx.now} FROM generate_series(1, 4500) AS number`);
  });
  await audited(workspaceId, (tx) => add(tx, newId(), "last"));
  const events = await send(workspaceId);
  expect(Math.max(...events.map((event) => JSON.stringify(event).length))).toBeLessThan(300 * 1024);
  expect(new Set(events.flat().map(({ operationId }) => operationId)).size).toBe(2);
  const names = events.flat().flatMap(({ records }) => records.map(({ changes }) => changes.find(({ field }) => field === "name")?.after));
  expect(names).toHaveLength(4501);
  expect(new Set(names)).toEqual(new Set([...Array.from({ length: 4500 }, (_, index) => `thing ${index + 1}`), "last"]));
  expect(await recorded(workspaceId)).toEqual([0, 0]);
});
