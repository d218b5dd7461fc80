import type { NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "../log/logger.js";
import type { Lease } from "./lease.js";
import { type Publication, publishAll, type SignEvent } from "./publish-all.js";

/** A row of outbox_events. */
interface OutboxRow extends Publication {
  sequence: string;
  workspace_id: string;
  record: string;
  request_id: string | null;
}

/** What one batch did: `waiting` tells whether there may be more. */
export interface BatchResult {
  /** The workspace of each event that was published. */
  published: string[];
  waiting: boolean;
  failure?: Error;
}

const mostBytes = 4 * 1024 * 1024;
const wrongLastMessage = 10070;

/** A workspace's share of a batch, however many workspaces wait. */
const minShare = 50;

// Each workspace's from its lowest sequence: a lower one may be committed after a higher one, and both may be of records that follow each
// other. Workspaces take turns, an event each, so that a small one's event passes a large one's thousands. The recursive part finds the
// workspaces by one step in the index for each.
const oldest = `
  WITH RECURSIVE waiting(id) AS (
    (SELECT workspace_id FROM outbox_events ORDER BY workspace_id LIMIT 1)
    UNION ALL
    SELECT (SELECT e.workspace_id FROM outbox_events e WHERE e.workspace_id > waiting.id ORDER BY e.workspace_id LIMIT 1)
    FROM waiting WHERE waiting.id IS NOT NULL
  ), open AS MATERIALIZED (
    SELECT id FROM waiting WHERE id IS NOT NULL AND NOT id = ANY($3::uuid[])
  ), oldest AS MATERIALIZED (
    SELECT one.*, row_number() OVER (PARTITION BY open.id ORDER BY one.sequence) AS turn
    FROM open CROSS JOIN LATERAL (
      SELECT sequence, id, workspace_id, subject, event->>'subject' AS record, event->>'requestid' AS request_id, headers, event::text AS event
      FROM outbox_events e WHERE e.workspace_id = open.id AND NOT (e.workspace_id::text || (e.event->>'subject')) = ANY($1)
      ORDER BY e.sequence LIMIT greatest(${minShare}, $2::integer / (SELECT count(*) FROM open)::integer)
    ) AS one ORDER BY turn, sequence LIMIT $2
  ), sized AS (SELECT *, sum(octet_length(event)) OVER (ORDER BY turn, sequence) - octet_length(event) AS before FROM oldest)
  SELECT sequence, id, workspace_id, subject, record, request_id, headers, event FROM sized WHERE before < ${mostBytes}
  ORDER BY turn, sequence`;

/**
 * Publishes each workspace's oldest events and deletes those that the stream acknowledged. The first of them waits for none: every batch gets on by one
 * at least.
 * @param heldBack records (workspace and id) with an event that the server cannot take; more are added here
 */
export async function publishBatch(options: {
  connection: NatsConnection;
  lost: AbortSignal;
  lease: Lease;
  heldBack: Set<string>;
  /** Workspaces whose events wait for now. */
  waiting: readonly string[];
  size: number;
  sign: SignEvent;
  log: Logger;
}): Promise<BatchResult> {
  const { connection, lost, lease, heldBack, waiting, size, sign, log } = options;
  const rows = await lease.query<OutboxRow>(oldest, [[...heldBack], size, waiting]);
  const fitting = rows.filter((row) => !heldBack.has(recordOf(row)) && fits(row, connection, heldBack, log));
  const { acknowledged, failure } = await publishAll(connection, fitting, lost, sign);
  for (const { id, subject, workspace_id, request_id } of acknowledged)
    log.debug({ eventId: id, type: subject, workspaceId: workspace_id, requestId: request_id ?? undefined }, "event published");
  const done = acknowledged.map(({ sequence }) => sequence);
  if (done.length > 0) await lease.query("DELETE FROM outbox_events WHERE sequence = ANY($1::bigint[])", [done]);
  const outOfStep = (failure as (Error & { code?: unknown }) | undefined)?.code === wrongLastMessage;
  return {
    published: acknowledged.map(({ workspace_id }) => workspace_id),
    waiting: rows.length > 0,
    ...(failure && !(outOfStep && done.length > 0) && { failure }),
  };
}

function fits(row: OutboxRow, { info }: NatsConnection, heldBack: Set<string>, log: Logger): boolean {
  const bytes = Buffer.byteLength(row.event) + 1_024;
  if (!info || bytes <= info.max_payload) return true;
  heldBack.add(recordOf(row));
  log.error(
    { eventId: row.id, type: row.subject, workspaceId: row.workspace_id, bytes, maxPayload: info.max_payload },
    "an event is larger than NATS takes: it and what follows on its record wait until max_payload is raised",
  );
  return false;
}

const recordOf = (row: OutboxRow) => row.workspace_id + row.record;
