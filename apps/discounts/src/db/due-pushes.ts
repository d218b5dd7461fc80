import type { Lease } from "@offergraph/service/outbox/lease";
import { pushPriorities } from "../domain/ranks.js";
import type { StorePush } from "../generated/prisma/client.js";

export type DuePush = Pick<StorePush, "workspaceId" | "connectionId" | "subjectId" | "discountCodeId">;

const due = `
  SELECT found.workspace_id AS "workspaceId", found.connection_id AS "connectionId", found.subject_id AS "subjectId",
    found.discount_code_id AS "discountCodeId"
  FROM generate_series(0, ${pushPriorities.length - 1}) AS priority(rank), LATERAL (
    SELECT * FROM store_pushes s
    WHERE s.turn = priority.rank AND s.due_at <= $1 AND s.connection_id <> ALL($2::uuid[])
      AND (s.connection_id, s.subject_id) NOT IN (SELECT * FROM unnest($3::uuid[], $4::uuid[]))
    ORDER BY s.due_at LIMIT $5
  ) AS found
  ORDER BY row_number() OVER (PARTITION BY found.workspace_id, found.connection_id, found.turn ORDER BY found.due_at), found.turn`;

/**
 * Returns due pushes of all workspaces, except those of busy stores and those in progress. Alternates between a store's queues, oldest first
 * within each. Runs in the session of the lease, so that a replica that lost the lease finds no work.
 */
export function readDuePushes(
  lease: Lease,
  { now, busy, inFlight, max }: { now: Date; busy: readonly string[]; inFlight: readonly StoreSubject[]; max: number },
): Promise<DuePush[]> {
  const connections = inFlight.map(({ connectionId }) => connectionId);
  const subjects = inFlight.map(({ subjectId }) => subjectId);
  return lease.query<DuePush>(due, [now, busy, connections, subjects, max]);
}

type StoreSubject = Pick<DuePush, "connectionId" | "subjectId">;
