import { type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { natsOptions } from "@offergraph/service/messaging/connection";
import pg from "pg";
import { request } from "undici";
import type { SystemFile } from "../start-system.js";
import { waitUntil } from "../wait-until.js";

/** Checksums of tables ("service.table") and of requests to the sandbox store. */
export type StoredState = ReadonlyMap<string, string>;

export interface StoredStates {
  /** Reads the stored state of the test workspace. With `isIdle`, first waits until all events are processed, except those of the audit log. */
  read(options: { isIdle: boolean }): Promise<StoredState>;
  stop(): Promise<void>;
}

/** Tables and store requests that background work can change. */
const background =
  /^pushes to |\.(webhook_(deliveries|queue|endpoints|erasures)|listen_arrivals|store_pushes|placements|discount_changes|incentive_checks|workspace_lookups|published_events|outbox_streams|field_usage|(audit|field_usage|job|oauth|webhook)_retention|due_attributions)$/;

export const isBackground = (name: string): boolean => background.test(name);

const auditConsumer = "store-audit-events-";
/**
 * SQL conditions for the rows of the audit log, by table. Jobs write and delete these rows up to some seconds after an operation. To wait
 * for these jobs before each dry run would take too long.
 */
const auditRows = new Map([
  ...["audit_operations", "audit_changes", "audit_events"].map((name): [string, string] => [name, "true"]),
  ["outbox_events", "t.subject LIKE '%.audit.recorded.v1'"],
  ["inbox_events", `t.consumer LIKE '%${auditConsumer}%'`],
]);

/** Tables with pending work, each with an SQL condition for the pending rows. */
const workLists = new Map([
  ["outbox_events", `NOT (${auditRows.get("outbox_events")})`],
  ...["changed_usages", "due_attributions"].map((name): [string, string] => [name, "true"]),
  ["due_grants", "due_at < now() + interval '1 minute'"],
  ["job_queue", "due_at < now() + interval '1 hour'"],
]);

/** Opens connections to all databases and to NATS. */
export async function openStoredStates(file: SystemFile, workspaceId: string, connectionIds: readonly string[]): Promise<StoredStates> {
  const databases = await Promise.all(
    Object.entries(file.databaseUrls).flatMap(([service, url]) => (service === "gateway" ? [] : [openDatabase(service, url, workspaceId)])),
  );
  const nats = await connect(natsOptions(file.natsUrl));
  const manager = await jetstreamManager(nats);
  const isIdle = async () => {
    const [queued, waiting] = await Promise.all([Promise.all(databases.map(({ countQueued }) => countQueued())), countWaiting(manager)]);
    return queued.every((count) => count === 0) && waiting === 0;
  };
  return {
    async read({ isIdle: mustWait }) {
      if (mustWait) await waitUntil("all events are processed", isIdle);
      const tables = await Promise.all(databases.map(({ readTables }) => readTables()));
      const pushes = await Promise.all(connectionIds.map(async (id) => [`pushes to ${id}`, await readPushes(file, id)] as const));
      return new Map([...tables.flat(), ...pushes]);
    },
    async stop() {
      await Promise.all([nats.close(), ...databases.map(({ close }) => close())]);
    },
  };
}

async function openDatabase(service: string, url: string, workspaceId: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
  const { rows: tables } = await client.query<{ name: string; isScoped: boolean }>(
    `SELECT t.table_name AS name, EXISTS (
       SELECT FROM information_schema.columns c
       WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name AND c.column_name = 'workspace_id') AS "isScoped"
     FROM information_schema.tables t WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' ORDER BY 1`,
  );
  // Ignores `last_used_at`, because the gateway updates it even for dry runs.
  const checksums = tables.map(
    ({ name, isScoped }) =>
      `SELECT '${service}.${name}' AS name, count(*) || ' rows, ' || coalesce(sum(hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0)), 0) AS checksum
       FROM "${name}" t WHERE NOT (${auditRows.get(name) ?? "false"}) ${isScoped ? `AND t.workspace_id = '${workspaceId}'` : ""}`,
  );
  const checksum = checksums.join(" UNION ALL ");
  return {
    async readTables(): Promise<[string, string][]> {
      const { rows } = await client.query<{ name: string; checksum: string }>(checksum);
      return rows.map((row) => [row.name, row.checksum]);
    },
    async countQueued(): Promise<number> {
      const lists = tables.flatMap(({ name }) => {
        const isSoon = workLists.get(name);
        return isSoon ? [`SELECT FROM ${name} t WHERE workspace_id = $1 AND ${isSoon}`] : [];
      });
      const { rowCount } = await client.query(lists.join(" UNION ALL "), [workspaceId]);
      return rowCount ?? 0;
    },
    close: () => client.end(),
  };
}

async function countWaiting(manager: JetStreamManager): Promise<number> {
  let waiting = 0;
  for await (const { config } of manager.streams.list())
    for await (const { name, num_pending, num_ack_pending } of manager.consumers.list(config.name))
      if (!name.includes(auditConsumer)) waiting += num_pending + num_ack_pending;
  return waiting;
}

async function readPushes(file: SystemFile, connectionId: string): Promise<string> {
  const { body } = await request(new URL(`/connections/${connectionId}/pushes`, file.sandboxStoreUrl));
  return body.text();
}
