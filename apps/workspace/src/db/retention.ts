import { raw, sql } from "@offergraph/service/db/statement";
import type pg from "pg";
import type { Tx } from "../tx.js";

type Db = Pick<Tx, "sql" | "workspaceId" | "now">;

type ListName = "audit_retention" | "field_usage_retention" | "job_retention" | "oauth_retention" | "webhook_retention";

/**
 * A table with one row for each workspace. The row contains the time when a job next deletes old data of the workspace. The table has no
 * row-level security, because the job reads the rows of all workspaces.
 */
function retentionList(name: ListName) {
  const table = raw(name);
  return {
    /** If the workspace has no entry, adds an entry that is due immediately. */
    async add({ sql: run, workspaceId, now }: Db): Promise<void> {
      await run(sql`
        INSERT INTO ${table} (workspace_id, due_at) VALUES (${workspaceId}::uuid, ${now.toISOString()}::timestamptz) ON CONFLICT DO NOTHING`);
    },

    async findDue(pool: pg.Pool, now: Date): Promise<string[]> {
      const text = `SELECT r.workspace_id AS id FROM ${name} r WHERE r.due_at <= $1 ORDER BY r.due_at LIMIT 1000`;
      const { rows } = await pool.query<{ id: string }>(text, [now]);
      return rows.map(({ id }) => id);
    },

    /** Locks the workspace's entry. Returns false if the entry is locked or not due. */
    async claim({ sql: run, workspaceId, now }: Db): Promise<boolean> {
      const rows = await run(sql`
        SELECT FROM ${table} r WHERE r.workspace_id = ${workspaceId}::uuid AND r.due_at <= ${now.toISOString()}::timestamptz
        FOR UPDATE SKIP LOCKED`);
      return rows.length > 0;
    },

    async postpone({ sql: run, workspaceId }: Db, until: Date): Promise<void> {
      await run(sql`UPDATE ${table} r SET due_at = ${until.toISOString()}::timestamptz WHERE r.workspace_id = ${workspaceId}::uuid`);
    },
  };
}

export type RetentionList = ReturnType<typeof retentionList>;
export const auditRetention = retentionList("audit_retention");
export const fieldUsageRetention = retentionList("field_usage_retention");
export const jobRetention = retentionList("job_retention");
export const tokenRetention = retentionList("oauth_retention");
export const webhookRetention = retentionList("webhook_retention");
