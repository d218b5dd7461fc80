import { type Statement, sql } from "@offergraph/service/db/statement";
import { nilId } from "@offergraph/shared/time/ids";
import type pg from "pg";
import type { Tx } from "../tx.js";
import { unblockRecords } from "./webhook-blocked.js";
import { lockEndpoints } from "./webhook-endpoints.js";

// `eraseFromWebhooksJob` reads all workspaces, so `webhook_erasures` has no row-level security.

type Db = Pick<Tx, "sql" | "workspaceId" | "now">;

const start = { sequence: "0", createdAt: "-infinity", rowId: nilId };

/**
 * Adds a customer to the work list of `eraseFromWebhooksJob`. If the customer is already in the list, the job searches all deliveries
 * again.
 */
export async function addErasure({ sql: run, workspaceId }: Pick<Db, "sql" | "workspaceId">, customerId: string): Promise<void> {
  await run(sql`
    INSERT INTO webhook_erasures (workspace_id, customer_id, after_sequence, after_created_at, after_row_id)
    VALUES (${workspaceId}::uuid, ${customerId}::uuid, ${start.sequence}::bigint, ${start.createdAt}::timestamptz, ${start.rowId}::uuid)
    ON CONFLICT (workspace_id, customer_id) DO UPDATE SET after_sequence = excluded.after_sequence,
      after_created_at = excluded.after_created_at, after_row_id = excluded.after_row_id, retry_at = NULL`);
}

/** Postpones the customer's failed batch until `retryAt`. */
export async function postponeErasure({ sql: run, workspaceId }: Db, customerId: string, retryAt: Date): Promise<void> {
  await run(sql`
    UPDATE webhook_erasures e SET retry_at = ${retryAt.toISOString()}::timestamptz
    WHERE e.workspace_id = ${workspaceId}::uuid AND e.customer_id = ${customerId}::uuid`);
}

export async function readWorkspacesWithErasures(pool: pg.Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT DISTINCT e.workspace_id AS id FROM webhook_erasures e WHERE e.retry_at IS NULL OR e.retry_at <= $1 LIMIT 1000",
    [now],
  );
  return rows.map(({ id }) => id);
}

/** Customers that the job has locked. The job has searched the deliveries up to the position `after`. */
export interface Claim<Position> {
  customerIds: string[];
  after: Position;
}

/** A claim locks the customer `only`. If `only` is undefined, a claim locks at most `max` customers. */
interface ClaimOptions {
  max: number;
  only: string | undefined;
}

/** Statements that search the deliveries of a workspace in batches. */
export interface Scan<Position> {
  /**
   * Locks the customers whose scan has advanced furthest. Skips customers that another transaction has locked. Customers that are added
   * during a scan join the next scan.
   */
  claim(db: Db, options: ClaimOptions): Promise<Claim<Position> | undefined>;
  /** Returns the last position in a batch of `max` deliveries, or undefined if fewer are left. */
  endOfBatch(db: Db, after: Position, max: number): Promise<Position | undefined>;
  /** Deletes the batch's deliveries that contain a customer's id, except events of the type `exceptType`. */
  erase(db: Db, claim: Claim<Position>, last: Position | undefined, exceptType: string): Promise<void>;
  /** Stores the position up to which the deliveries were searched. An undefined `last` completes the scan. */
  save(db: Db, customerIds: readonly string[], last: Position | undefined): Promise<void>;
}

/** Returns a condition for customers that the job must process now. `e` is an alias of `webhook_erasures`. */
const isDue = (e: Statement, { workspaceId, now }: Db, only: string | undefined) => sql`
  ${e}.workspace_id = ${workspaceId}::uuid AND (${e}.retry_at IS NULL OR ${e}.retry_at <= ${now.toISOString()}::timestamptz)
  AND (${only ?? null}::uuid IS NULL OR ${e}.customer_id = ${only ?? null}::uuid)`;

const claimOf = <Position>(rows: readonly { customerId: string }[], after: Position | undefined): Claim<Position> | undefined =>
  after && { customerIds: rows.map(({ customerId }) => customerId), after };

const isOneOf = ({ workspaceId }: Db, customerIds: readonly string[]) =>
  sql`e.workspace_id = ${workspaceId}::uuid AND e.customer_id = ANY(${customerIds}::uuid[])`;

async function erase({ sql: run }: Db, batch: Statement, customerIds: readonly string[], exceptType: string): Promise<void> {
  // `d.body || ''` makes PostgreSQL decompress each body once. Without `|| ''`, PostgreSQL would decompress the body for each customer.
  const found = await run<{ rowId: string; endpointId: string; recordId: string }>(sql`
    WITH batch AS MATERIALIZED (SELECT d.row_id, d.endpoint_id, d.record_id, d.body || '' AS body ${batch} AND d.event_type <> ${exceptType})
    SELECT b.row_id AS "rowId", b.endpoint_id AS "endpointId", b.record_id AS "recordId" FROM batch b
    WHERE EXISTS (SELECT FROM unnest(${customerIds}::text[]) AS c(id) WHERE position(c.id IN b.body) > 0)`);
  if (found.length === 0) return;
  await lockEndpoints({ sql: run }, [...new Set(found.map(({ endpointId }) => endpointId))]);
  await run(sql`DELETE FROM webhook_deliveries d WHERE d.row_id = ANY(${found.map(({ rowId }) => rowId)}::uuid[])`);
  await unblockRecords({ sql: run }, found);
}

/** Reads the pending deliveries in the order in which they were queued. */
export const pendingScan: Scan<{ sequence: string }> = {
  async claim(db, { max, only }) {
    const rows = await db.sql<{ customerId: string; sequence: string }>(sql`
      SELECT e.customer_id AS "customerId", e.after_sequence AS sequence FROM webhook_erasures e
      WHERE ${isDue(sql`e`, db, only)}
        AND e.after_sequence = (SELECT max(o.after_sequence) FROM webhook_erasures o WHERE ${isDue(sql`o`, db, only)})
      ORDER BY e.customer_id LIMIT ${max}::integer FOR UPDATE SKIP LOCKED`);
    return claimOf(rows, rows[0] && { sequence: rows[0].sequence });
  },
  async endOfBatch({ sql: run, workspaceId }, after, max) {
    const [last] = await run<{ sequence: string }>(sql`
      SELECT q.sequence FROM webhook_queue q WHERE q.workspace_id = ${workspaceId}::uuid AND q.sequence > ${after.sequence}::bigint
      ORDER BY q.workspace_id, q.sequence OFFSET ${max - 1}::integer LIMIT 1`);
    return last;
  },
  async erase(db, { customerIds, after }, last, exceptType) {
    const isInBatch = last ? sql`q.sequence <= ${last.sequence}::bigint` : sql`true`;
    const batch = sql`
      FROM webhook_queue q JOIN webhook_deliveries d ON d.row_id = q.delivery_id
      WHERE q.workspace_id = ${db.workspaceId}::uuid AND q.sequence > ${after.sequence}::bigint AND ${isInBatch}`;
    await erase(db, batch, customerIds, exceptType);
  },
  async save(db, customerIds, last) {
    await db.sql(sql`UPDATE webhook_erasures e SET after_sequence = ${last?.sequence ?? null}::bigint WHERE ${isOneOf(db, customerIds)}`);
  },
};

interface DeliveryPosition {
  createdAt: string;
  rowId: string;
}

const isAfter = ({ createdAt, rowId }: DeliveryPosition) => sql`(d.created_at, d.row_id) > (${createdAt}::timestamptz, ${rowId}::uuid)`;

/** Reads all deliveries in the order of their creation, after `pendingScan`. Finally removes the customers from the work list. */
export const deliveryScan: Scan<DeliveryPosition> = {
  async claim(db, { max, only }) {
    const rows = await db.sql<{ customerId: string } & DeliveryPosition>(sql`
      SELECT e.customer_id AS "customerId", e.after_created_at::text AS "createdAt", e.after_row_id AS "rowId" FROM webhook_erasures e
      WHERE ${isDue(sql`e`, db, only)} AND e.after_sequence IS NULL AND (e.after_created_at, e.after_row_id) = (
        SELECT o.after_created_at, o.after_row_id FROM webhook_erasures o WHERE ${isDue(sql`o`, db, only)} AND o.after_sequence IS NULL
        ORDER BY o.after_created_at DESC, o.after_row_id DESC LIMIT 1)
      ORDER BY e.customer_id LIMIT ${max}::integer FOR UPDATE SKIP LOCKED`);
    return claimOf(rows, rows[0] && { createdAt: rows[0].createdAt, rowId: rows[0].rowId });
  },
  async endOfBatch({ sql: run }, after, max) {
    const [last] = await run<DeliveryPosition>(sql`
      SELECT d.created_at AS "createdAt", d.row_id AS "rowId" FROM webhook_deliveries d WHERE ${isAfter(after)}
      ORDER BY d.workspace_id, d.created_at, d.row_id OFFSET ${max - 1}::integer LIMIT 1`);
    return last;
  },
  async erase(db, { customerIds, after }, last, exceptType) {
    const isInBatch = last ? sql`(d.created_at, d.row_id) <= (${last.createdAt}::timestamptz, ${last.rowId}::uuid)` : sql`true`;
    await erase(db, sql`FROM webhook_deliveries d WHERE ${isAfter(after)} AND ${isInBatch}`, customerIds, exceptType);
  },
  async save(db, customerIds, last) {
    const change = last
      ? sql`UPDATE webhook_erasures e SET after_created_at = ${last.createdAt}::timestamptz, after_row_id = ${last.rowId}::uuid`
      : sql`DELETE FROM webhook_erasures e`;
    await db.sql(sql`${change} WHERE ${isOneOf(db, customerIds)}`);
  },
};
