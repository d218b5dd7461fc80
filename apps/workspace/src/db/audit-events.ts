import { sql } from "@offergraph/service/db/statement";
import { type ListArguments, type ListContext, readList } from "@offergraph/service/filters/list";
import type { AuditedOperationRecord } from "@offergraph/shared/contracts/audit-events";
import { newId } from "@offergraph/shared/time/ids";
import { auditActions, auditActorKinds } from "../domain/ordinals.js";
import type { Tx } from "../tx.js";
import { auditRetention } from "./retention.js";
import { type AuditEventRow, auditEventColumns } from "./rows.js";

type Db = Pick<Tx, "sql" | "workspaceId" | "now">;

const rowId = { sql: sql`a.row_id`, kind: "uuid", nullable: false } as const;
const createdAt = { sql: sql`a.created_at`, kind: "datetime", nullable: false } as const;

export function readAuditEventPage(context: ListContext, given: ListArguments) {
  return readList<AuditEventRow>(context, given, {
    operation: "list_audit_events",
    select: auditEventColumns,
    from: sql`audit_events a`,
    shape: {
      rowId: { column: rowId },
      operation: { column: { sql: sql`a.operation`, kind: "text", nullable: false } },
      operationId: { column: { sql: sql`a.operation_id`, kind: "uuid", nullable: false } },
      actorKind: { column: { sql: sql`a.actor_kind`, kind: "enum", values: auditActorKinds, nullable: false } },
      keyId: { column: { sql: sql`a.key_id`, kind: "uuid", nullable: true } },
      memberId: { column: { sql: sql`a.member_id`, kind: "uuid", nullable: true } },
      requestId: { column: { sql: sql`a.request_id`, kind: "text", nullable: true } },
      recordType: { column: { sql: sql`a.record_type`, kind: "text", nullable: true } },
      recordId: { column: { sql: sql`a.record_id`, kind: "text", nullable: true } },
      action: { column: { sql: sql`a.action`, kind: "enum", values: auditActions, nullable: true } },
      createdAt: { column: createdAt },
    },
    order: { keys: { CREATED_AT: createdAt }, primaryKey: rowId },
  });
}

const kindOf = (kind: (typeof auditActorKinds)[number]) => sql`${auditActorKinds.indexOf(kind)}::smallint`;

/**
 * Stores the records of operations. The names of keys and members never change, so the current names are the names at the time of the
 * operation. If the customer of a record was erased after the operation, the record has no changes.
 */
export async function insertAuditEvents(tx: Db, operations: readonly AuditedOperationRecord[]): Promise<void> {
  const hasCustomers = operations.some(({ records }) => records.some(({ customerId }) => customerId !== null));
  if (hasCustomers) await tx.sql(sql`SELECT pg_advisory_xact_lock_shared(${erasureLock(tx)})`);
  await tx.sql(sql`
    INSERT INTO audit_events (row_id, workspace_id, created_at, operation_id, operation, actor_kind, key_id, key_name, member_id, member_name,
      member_email, request_id, record_type, record_id, action, customer_id, changes, erased_at)
    SELECT g."rowId", ${tx.workspaceId}::uuid, g.time, g."operationId", g.operation,
      CASE WHEN g."isCommand" THEN ${kindOf("COMMAND")} WHEN k.kind = 'SESSION' THEN ${kindOf("SESSION")}
        WHEN k.kind = 'APP' OR g."keyId" IS NULL THEN ${kindOf("APP")} ELSE ${kindOf("API_KEY")} END,
      g."keyId", k.name, g."memberId", m.name, m.email, g."requestId", g."recordType", g."recordId", g.action,
      CASE WHEN e.erased_at IS NULL THEN g."customerId" END, CASE WHEN e.erased_at IS NULL THEN g.changes ELSE '[]' END, e.erased_at
    FROM json_to_recordset(${JSON.stringify(operations.flatMap(rowsOf))}::json) AS g("rowId" uuid, time timestamptz, "operationId" uuid,
      operation text, "isCommand" boolean, "keyId" uuid, "memberId" uuid, "requestId" text, "recordType" text, "recordId" text,
      action smallint, "customerId" uuid, changes jsonb)
    LEFT JOIN api_keys k ON k.row_id = g."keyId" LEFT JOIN members m ON m.row_id = g."memberId"
    LEFT JOIN customer_erasures e ON e.customer_id = g."customerId" AND e.erased_at >= g.time`);
  await auditRetention.add(tx);
}

/** An erasure waits until writers of audit events release this lock, because the erasure cannot find uncommitted audit events. */
const erasureLock = ({ workspaceId }: Pick<Db, "workspaceId">) => sql`hashtextextended(${`audit erasure ${workspaceId}`}, 0)`;

/** Returns a row for each record. An operation without records has one row. */
function rowsOf({ records, ...operation }: AuditedOperationRecord): object[] {
  if (records.length === 0) return [{ ...operation, rowId: newId(), changes: [] }];
  return records.map((record) => ({ ...operation, ...record, action: auditActions.indexOf(record.action) }));
}

/**
 * Removes the changes of a customer's records from the audit log. Stores the erasure, so that `insertAuditEvents` also removes the changes
 * of earlier operations that arrive later.
 */
export async function eraseFromAuditEvents(tx: Db, customerId: string, erasedAt: Date): Promise<void> {
  const at = erasedAt.toISOString();
  await tx.sql(sql`SELECT pg_advisory_xact_lock(${erasureLock(tx)})`);
  await tx.sql(sql`
    INSERT INTO customer_erasures AS known (workspace_id, customer_id, erased_at)
    VALUES (${tx.workspaceId}::uuid, ${customerId}::uuid, ${at}::timestamptz)
    ON CONFLICT (workspace_id, customer_id) DO UPDATE SET erased_at = greatest(known.erased_at, excluded.erased_at)`);
  await tx.sql(sql`
    UPDATE audit_events a SET changes = '[]', customer_id = NULL, erased_at = ${at}::timestamptz
    WHERE a.customer_id = ${customerId}::uuid AND a.created_at <= ${at}::timestamptz`);
  await auditRetention.add(tx);
}

/** Deletes at most `max` audit events from before this time. Returns the number of deleted audit events. Also deletes old erasures. */
export async function deleteOldAuditEvents({ sql: run }: Pick<Db, "sql">, before: Date, max: number): Promise<number> {
  const at = before.toISOString();
  await run(sql`DELETE FROM customer_erasures e WHERE e.erased_at < ${at}::timestamptz`);
  const rows = await run(sql`
    DELETE FROM audit_events a WHERE a.row_id IN (
      SELECT o.row_id FROM audit_events o WHERE o.created_at < ${at}::timestamptz
      ORDER BY o.workspace_id, o.created_at, o.row_id LIMIT ${max}::integer)
    RETURNING a.row_id`);
  return rows.length;
}
