import { sql } from "@offergraph/shared/database/statement";
import type { OrdersWrite } from "./write.js";

/** What a record goes by in its workspace. */
export interface RecordKey {
  connectionId: string;
  externalRef: string;
}

/** A key as one text. */
export function keyText({ connectionId, externalRef }: RecordKey): string {
  return `${connectionId} ${externalRef}`;
}

/**
 * Locks of one connection. Records share them by their external reference, so that a large batch takes no more locks than this
 * (PostgreSQL's lock table has 64 for each connection, max_locks_per_transaction), and two small ones rarely wait for each other.
 */
const locksPerConnection = 32;

/**
 * Locks these records until this transaction ends: nobody else ingests a record of this kind with one of these keys. So what the
 * transaction reads of a record stays true, also that there is none. Locks are taken in the order of their numbers, against deadlocks.
 */
export async function lockRecordKeys(
  { read, workspaceId }: OrdersWrite,
  kind: "orders" | "checkouts",
  keys: readonly RecordKey[],
): Promise<void> {
  const connectionIds = keys.map(({ connectionId }) => connectionId);
  const externalRefs = keys.map(({ externalRef }) => externalRef);
  await read(sql`
    SELECT pg_advisory_xact_lock(wanted.number)::text AS held
    FROM (
      SELECT DISTINCT hashtextextended(${`${kind} of ${workspaceId} `} || key.connection_id, hashtext(key.external_ref) & ${locksPerConnection - 1}) AS number
      FROM unnest(${connectionIds}::text[], ${externalRefs}::text[]) AS key(connection_id, external_ref)
      ORDER BY number OFFSET 0
    ) wanted`);
}
