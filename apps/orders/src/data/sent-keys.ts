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
 * Waits its turn at these connections: until this transaction ends, nobody else takes records of this kind in for one of them. So what
 * it reads of a record stays true, also that there is none.
 */
export async function holdConnections(
  { read, workspaceId }: OrdersWrite,
  kind: "orders" | "checkouts",
  connectionIds: Iterable<string>,
): Promise<void> {
  const names = [...new Set(connectionIds)].map((id) => `${kind} of ${workspaceId} ${id}`);
  await read(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(wanted.name, 0))::text AS held
    FROM (SELECT name FROM unnest(${names}::text[]) AS given(name) ORDER BY name) wanted`);
}
