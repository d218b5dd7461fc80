import type pg from "pg";

// Citus can shard by workspace only if each key contains the column workspace_id (see docs/scaling.md).

/** Keys that need no column `workspace_id`, grouped by the reason. A key is the name of an index or constraint. */
export const keysWithoutWorkspace: readonly { reason: string; keys: readonly string[] }[] = [
  {
    reason: "A request contains only this value, and the row contains the workspace. The value must be unique in all workspaces.",
    keys: ["public_keys_pkey", "short_link_codes_pkey", "api_keys_hash_key", "oauth_codes_pkey", "oauth_tokens_pkey"],
  },
  {
    reason: "The tables of the relay and of the consumers contain the events of all workspaces. An event id is unique in all services.",
    keys: ["outbox_events_pkey", "outbox_events_id_key", "published_events_pkey", "inbox_events_pkey"],
  },
  {
    reason: "A sequence orders the entries of a queue. Each entry also has a workspace, and tasks read the entries by workspace.",
    keys: ["due_attributions_pkey", "listen_arrivals_pkey", "listen_events_pkey", "webhook_queue_pkey"],
  },
  {
    reason: "A table of background work has one row for each job, delivery or endpoint, with the UUID of this record.",
    keys: [
      ...["job_queue_pkey", "job_queue_job_id_fkey", "webhook_backlogs_pkey"],
      ...["webhook_queue_delivery_id_key", "webhook_queue_delivery_id_fkey"],
    ],
  },
  {
    reason:
      "Services delete jobs 30 days after their end, so the tables stay small. Row-level security adds workspace_id to each statement.",
    keys: ["jobs_pkey", "job_parts_pkey", "job_parts_job_id_fkey"],
  },
  {
    reason: "The workspace service finds API keys before it knows the workspace, so its database is not sharded.",
    keys: [
      ...["api_keys_pkey", "members_pkey", "listen_sessions_pkey", "webhook_endpoints_pkey", "webhook_deliveries_pkey"],
      ...["persisted_operations_pkey", "persisted_operations_api_key_id_sha256_hash_key", "persisted_operations_api_key_id_fkey"],
      ...["oauth_codes_key_id_fkey", "oauth_tokens_key_id_fkey", "webhook_deliveries_endpoint_id_fkey"],
    ],
  },
];

const keys = `
  WITH tables AS (
    SELECT c.oid, a.attnum AS workspace FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
    WHERE c.relkind IN ('r', 'p')
  )
  SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN tables t ON t.oid = i.indrelid
  WHERE i.indisunique AND NOT t.workspace = ANY((i.indkey::smallint[])[0:i.indnkeyatts - 1])
  UNION
  SELECT k.conname FROM pg_constraint k JOIN tables t ON t.oid = k.conrelid
  WHERE k.contype = 'f' AND NOT t.workspace = ANY(k.conkey)
  ORDER BY 1`;

/** Returns the keys of workspace tables without `workspace_id`. */
export async function findKeysWithoutWorkspace(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(keys);
  return rows.map(({ name }) => name);
}
