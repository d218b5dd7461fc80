import type { Lease } from "@offergraph/shared/outbox/lease";

/** A push that is due. */
export interface DuePush {
  workspaceId: string;
  connectionId: string;
  discountCodeId: string;
}

const due = `
  SELECT workspace_id AS "workspaceId", connection_id AS "connectionId", discount_code_id AS "discountCodeId" FROM store_pushes
  WHERE due_at <= $1 AND connection_id <> ALL($2::uuid[])
    AND (connection_id, discount_code_id) NOT IN (SELECT * FROM unnest($3::uuid[], $4::uuid[]))
  ORDER BY due_at LIMIT $5`;

/**
 * What is due in all workspaces, the longest due first: nothing for the stores that are busy, nothing that is in hand already.
 * Asked in the session of the lease, so that who has lost it finds nothing more to do.
 */
export function readDuePushes(
  lease: Lease,
  { now, busy, inHand, most }: { now: Date; busy: readonly string[]; inHand: readonly DuePush[]; most: number },
): Promise<DuePush[]> {
  const inHandConnections = inHand.map(({ connectionId }) => connectionId);
  const inHandCodes = inHand.map(({ discountCodeId }) => discountCodeId);
  return lease.query<DuePush>(due, [now, busy, inHandConnections, inHandCodes, most]);
}
