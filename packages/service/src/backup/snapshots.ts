import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isLockError } from "../db/lock-errors.js";
import { migrationLock } from "../db/migrate.js";
import { backoff } from "../messaging/wait.js";

/** A transaction that reads the state of one database at the time of the backup. */
export interface Snapshot {
  service: string;
  client: pg.Client;
}

export interface Snapshots {
  /** The time at which all snapshots were taken. */
  takenAt: Date;
  list: Snapshot[];
  end(): Promise<void>;
}

export interface FenceWait {
  /** Maximum time in milliseconds for which writes may wait for the snapshots; defaults to 1,000. */
  timeoutMs?: number;
  /** Defaults to 30. */
  maxAttempts?: number;
}

// The text format of COPY depends on these settings.
const session =
  "SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET bytea_output = 'hex'; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0";

/**
 * Opens one snapshot per database. The snapshots are consistent with each other: an event that one service has processed is also in the
 * snapshot of the service that emitted it. For this purpose, no service can write an event while the snapshots are taken. Every event that
 * was published before the last snapshot was therefore committed before the first snapshot.
 */
export async function openSnapshots(urls: ReadonlyMap<string, string>, wait: FenceWait = {}): Promise<Snapshots> {
  const clients: pg.Client[] = [];
  const end = async () => void (await Promise.allSettled(clients.map((client) => client.end())));
  const connect = async (url: string) => {
    const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: "offergraph-backup" });
    client.on("error", () => undefined);
    clients.push(client);
    await client.connect();
    return client;
  };
  try {
    const list: Snapshot[] = [];
    for (const [service, url] of urls) {
      const client = await connect(url);
      await client.query(session);
      await assertReader(client, service);
      await lockSchema(client, service);
      list.push({ service, client });
    }
    const fences = await Promise.all([...urls.values()].map(connect));
    await closeFences(fences, wait);
    const takenAt = new Date();
    await Promise.all(
      list.map(({ client }) => client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT pg_current_snapshot()")),
    );
    await Promise.all(fences.map((fence) => fence.query("ROLLBACK")));
    return { takenAt, list, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Throws an Error if row-level security would hide rows from the role. */
async function assertReader(client: pg.Client, service: string): Promise<void> {
  const { rows } = await client.query<{ role: string; bypasses: boolean }>(
    "SELECT rolname AS role, rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = current_user",
  );
  if (!rows[0]?.bypasses)
    throw new Error(
      `The role "${rows[0]?.role}" cannot back up the database of ${service}, because row-level security hides rows from the role. Use a role with BYPASSRLS, and the rights of pg_read_all_data and pg_maintain (docs/backup.md).`,
    );
}

/**
 * Prevents migrations during the backup. A migration would wait until the backup has read the table, and would meanwhile block the table
 * for the service. A service with pending migrations waits for this lock instead.
 */
async function lockSchema(client: pg.Client, service: string): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>(`SELECT pg_try_advisory_lock_shared(${migrationLock}) AS held`);
  if (!rows[0]?.held) throw new Error(`A migration of ${service} is running. Repeat the backup after the migration.`);
}

/**
 * Locks the outbox of each service against writes. Each attempt to lock has a short timeout, because new writes wait while the lock waits
 * for a running transaction.
 */
async function closeFences(fences: readonly pg.Client[], { timeoutMs = 1_000, maxAttempts = 30 }: FenceWait): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const locks = await Promise.allSettled(
      fences.map((fence) => fence.query(`BEGIN; SET LOCAL lock_timeout = ${timeoutMs}; LOCK TABLE outbox_events IN EXCLUSIVE MODE`)),
    );
    const failures = locks.flatMap((lock) => (lock.status === "rejected" ? [lock.reason as Error] : []));
    if (failures.length === 0) return;
    await Promise.all(fences.map((fence) => fence.query("ROLLBACK")));
    const fatal = failures.find((failure) => !isLockError(failure));
    if (fatal) throw fatal;
    if (attempt >= maxAttempts)
      throw new Error(
        `A transaction blocked the table outbox_events in all ${attempt} attempts. Find it in pg_stat_activity and repeat the backup.`,
      );
    await sleep(backoff(attempt, 100, 2_000));
  }
}
