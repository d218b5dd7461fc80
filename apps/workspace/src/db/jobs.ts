import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import { filterFields, type ListArguments, type ListContext, readList } from "@offergraph/service/filters/list";
import type { JobRecord } from "@offergraph/shared/contracts/job-events";
import type { JobKind, JobState } from "../generated/types.js";
import type { Tx } from "../tx.js";
import { jobRetention } from "./retention.js";
import type { RegisteredJobRow } from "./rows.js";

// Filters and sort orders compare values by the order of these keys, which must be the order of the values in the SDL. With `Record`, the
// compiler reports a missing enum value.
export const jobKinds: Record<JobKind, true> = {
  GENERATE_DISCOUNT_CODES: true,
  IMPORT_DISCOUNT_CODES: true,
  EXPORT_RECORDS: true,
  EXPORT_ORDERS: true,
};
export const jobStates: Record<JobState, true> = { QUEUED: true, RUNNING: true, SUCCEEDED: true, FAILED: true };

const columns = raw(`
  j.row_id AS "rowId", j.workspace_id AS "workspaceId", j.service, j.sequence, j.record->>'createdAt' AS "createdAt",
  j.record->>'updatedAt' AS "updatedAt", j.record->>'kind' AS kind, j.record->>'state' AS state, (j.record->>'done')::integer AS done,
  (j.record->>'total')::integer AS total, (j.record->>'errorCount')::integer AS "errorCount", j.record->'errors' AS errors,
  j.record->>'createdBy' AS "createdBy", j.record->>'startedAt' AS "startedAt", j.record->>'finishedAt' AS "finishedAt",
  j.record->>'resultExpiresAt' AS "resultExpiresAt"`);

export async function readJob(read: Read, id: string): Promise<RegisteredJobRow | undefined> {
  const [row] = await read<RegisteredJobRow>(
    sql`SELECT ${columns}, j.record->'warnings' AS warnings FROM jobs j WHERE j.row_id = ${id}::uuid`,
  );
  return row;
}

const rowId = { sql: sql`j.row_id`, kind: "uuid", nullable: false } as const;
const createdAt = { sql: sql`j.created_at`, kind: "datetime", nullable: false } as const;
const updatedAt = { sql: sql`j.updated_at`, kind: "datetime", nullable: false } as const;

/** Column for an enum of the SDL. SQL compares the index of the stored name in `values`. */
const enumOf = (field: "kind" | "state", values: readonly string[]): Column => ({
  sql: sql`(array_position(${values}::text[], j.record->>${raw(`'${field}'`)}) - 1)::smallint`,
  ...{ kind: "enum", values, nullable: false, indexed: false },
});

export function readJobPage(context: ListContext, given: ListArguments) {
  return readList<RegisteredJobRow>(context, given, {
    operation: "list_jobs",
    select: columns,
    from: sql`jobs j`,
    shape: filterFields({
      rowId,
      kind: enumOf("kind", Object.keys(jobKinds)),
      state: enumOf("state", Object.keys(jobStates)),
      createdAt,
      updatedAt,
    }),
    order: { keys: { CREATED_AT: createdAt, UPDATED_AT: updatedAt }, primaryKey: rowId },
  });
}

/** Stores a job's record. Ignores outdated records. */
export async function upsertJob(tx: Pick<Tx, "sql" | "workspaceId" | "now">, service: string, record: JobRecord): Promise<void> {
  await tx.sql(sql`
    INSERT INTO jobs AS j (row_id, workspace_id, created_at, updated_at, service, sequence, record)
    VALUES (${record.rowId}::uuid, ${tx.workspaceId}::uuid, ${record.createdAt}::timestamptz, ${record.updatedAt}::timestamptz, ${service},
      ${record.sequence}::integer, ${JSON.stringify(record)}::jsonb)
    ON CONFLICT (row_id) DO UPDATE SET updated_at = excluded.updated_at, sequence = excluded.sequence, record = excluded.record
    WHERE j.sequence < excluded.sequence`);
  await jobRetention.add(tx);
}

/** Deletes at most `max` old jobs. Returns the number of deleted jobs. */
export async function deleteOldJobs({ sql: run }: Pick<Tx, "sql">, before: Date, max: number): Promise<number> {
  const rows = await run(sql`
    DELETE FROM jobs j WHERE j.row_id IN (
      SELECT o.row_id FROM jobs o WHERE o.updated_at < ${before.toISOString()}::timestamptz
      ORDER BY o.workspace_id, o.updated_at, o.row_id LIMIT ${max}::integer)
    RETURNING j.row_id`);
  return rows.length;
}
