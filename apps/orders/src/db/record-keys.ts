import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { Db, Tx } from "../tx.js";

export interface RecordKey {
  connectionId: string;
  externalRef: string;
}

/** SQL table `wanted` with one row per key. */
export const wantedKeys = (keys: readonly RecordKey[]) =>
  sql`unnest(${keys.map(({ connectionId }) => connectionId)}::uuid[], ${keys.map(({ externalRef }) => externalRef)}::text[]) AS wanted(connection_id, external_ref)`;

export function keyText({ connectionId, externalRef }: RecordKey): string {
  return `${connectionId} ${externalRef}`;
}

/**
 * Number of advisory locks per store connection. Must be below `max_locks_per_transaction` (64). With a small number, different batches
 * would often share a lock.
 */
const locksPerConnection = 32;

/** Prevents concurrent ingestion of these records, even of new records. Takes locks in ascending order to prevent deadlocks. */
export async function lockRecordKeys(tx: Db, kind: "orders" | "checkouts", keys: readonly RecordKey[]): Promise<void> {
  const connectionIds = keys.map(({ connectionId }) => connectionId);
  const externalRefs = keys.map(({ externalRef }) => externalRef);
  await tx.sql(sql`
    SELECT pg_advisory_xact_lock(wanted.number)::text AS held
    FROM (
      SELECT DISTINCT hashtextextended(${`${kind} of ${tx.workspaceId} `} || key.connection_id, hashtext(key.external_ref) & ${locksPerConnection - 1}) AS number
      FROM unnest(${connectionIds}::text[], ${externalRefs}::text[]) AS key(connection_id, external_ref)
      ORDER BY number OFFSET 0
    ) wanted`);
}

/** Number of lanes, which must divide `locksPerConnection`. */
const laneCount = 2;

/** Returns a lane for each reference. Records of different lanes never share a lock of `lockRecordKeys`. */
export async function readLanes(read: Read, externalRefs: readonly string[]): Promise<number[]> {
  const rows = await read<{ lane: number }>(sql`
    SELECT hashtext(given.ref) & ${laneCount - 1} AS lane FROM unnest(${externalRefs}::text[]) WITH ORDINALITY AS given(ref, position)
    ORDER BY given.position`);
  return rows.map(({ lane }) => lane);
}

export async function readExternalRefs(read: Read, connectionId: string): Promise<Set<string>> {
  const rows = await read<{ ref: string }>(sql`
    SELECT o.external_ref AS ref FROM orders o WHERE o.connection_id = ${connectionId}::uuid
    UNION ALL SELECT c.external_ref FROM checkouts c WHERE c.connection_id = ${connectionId}::uuid`);
  return new Set(rows.map(({ ref }) => ref));
}

export async function readConnectionId({ prisma }: Tx, slug: string): Promise<string | undefined> {
  return (await prisma.connectionReference.findFirst({ where: { slug }, select: { rowId: true } }))?.rowId;
}
