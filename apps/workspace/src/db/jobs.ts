import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { JobRecord } from "@offergraph/shared/contracts/job-events";
import type { JobKind } from "../generated/types.js";
import type { Tx } from "../tx.js";

/** A job with the service that processes it. */
export type RegisteredJobRow = Omit<JobRecord, "kind"> & { kind: JobKind; workspaceId: string; service: string };

export async function readJob(read: Read, id: string): Promise<RegisteredJobRow | undefined> {
  const [row] = await read<{ record: JobRecord & { kind: JobKind }; workspaceId: string; service: string }>(sql`
    SELECT j.record, j.workspace_id AS "workspaceId", j.service FROM jobs j WHERE j.row_id = ${id}::uuid`);
  return row && { ...row.record, workspaceId: row.workspaceId, service: row.service };
}

/** Stores a job's record. Ignores a record that is older than the stored record. */
export async function upsertJob(
  { sql: run, workspaceId }: Pick<Tx, "sql" | "workspaceId">,
  service: string,
  record: JobRecord,
): Promise<void> {
  await run(sql`
    INSERT INTO jobs AS j (row_id, workspace_id, created_at, updated_at, service, sequence, record)
    VALUES (${record.rowId}::uuid, ${workspaceId}::uuid, ${record.createdAt}::timestamptz, ${record.updatedAt}::timestamptz, ${service},
      ${record.sequence}::integer, ${JSON.stringify(record)}::jsonb)
    ON CONFLICT (row_id) DO UPDATE SET updated_at = excluded.updated_at, sequence = excluded.sequence, record = excluded.record
    WHERE j.sequence < excluded.sequence`);
}
