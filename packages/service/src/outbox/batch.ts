import type { NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "@offergraph/shared/log/logger";
import { defineCounter } from "@offergraph/shared/telemetry/metrics";
import { streamOf } from "../messaging/streams.js";
import type { Lease } from "./lease.js";
import { type Publication, publishAll, type SignEvent } from "./publish-all.js";
import { moveToPublished } from "./published-events.js";

interface OutboxRow extends Publication {
  sequence: string;
  workspace_id: string;
  record: string;
  request_id: string | null;
}

/** `waiting` is true if the outbox may contain more events. */
export interface BatchResult {
  /** Workspace of each published event. */
  published: string[];
  waiting: boolean;
  failure?: Error;
}

const maxBytes = 4 * 1024 * 1024;
const wrongLastMessage = 10070;

/** Each workspace may have at least this number of events in a batch. */
const minShare = 50;

// Always starts at each workspace's lowest sequence, because a transaction can commit later than a transaction with higher sequences.
// Returns the first event of each workspace, then the second event of each workspace, and so on. The recursive query reads one index entry
// per workspace instead of all events. With BETWEEN instead of "=", the planner cannot read the events of all
// workspaces in the order of the sequence.
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
      FROM outbox_events e
      WHERE e.workspace_id BETWEEN open.id AND open.id AND NOT (e.workspace_id::text || (e.event->>'subject')) = ANY($1)
      ORDER BY e.workspace_id, e.sequence LIMIT greatest(${minShare}, $2::integer / (SELECT count(*) FROM open)::integer)
    ) AS one ORDER BY turn, sequence LIMIT $2
  ), sized AS (SELECT *, sum(octet_length(event)) OVER (ORDER BY turn, sequence) - octet_length(event) AS before FROM oldest)
  SELECT sequence, id, workspace_id, subject, record, request_id, headers, event FROM sized WHERE before < ${maxBytes}
  ORDER BY turn, sequence`;

/** Statement that reads the next batch, without the events of `blockedRecords` and of the workspaces `waiting`. */
export const oldestStatement = (blockedRecords: ReadonlySet<string>, size: number, waiting: readonly string[]) => ({
  text: oldest,
  values: [[...blockedRecords], size, waiting],
});

/**
 * Publishes the oldest events of each workspace and moves the acknowledged events to `published_events`. `blockedRecords` contains the workspace id
 * and record id of each record with an event that is too large for NATS. Skips the events of the records in `blockedRecords`. If another
 * record has an event that is too large, adds the record to `blockedRecords`.
 */
export async function publishBatch(options: {
  connection: NatsConnection;
  lost: AbortSignal;
  lease: Lease;
  service: string;
  blockedRecords: Set<string>;
  waiting: readonly string[];
  size: number;
  sign: SignEvent;
  log: Logger;
}): Promise<BatchResult> {
  const { connection, lost, lease, service, blockedRecords, waiting, size, sign, log } = options;
  const { text, values } = oldestStatement(blockedRecords, size, waiting);
  const rows = await lease.query<OutboxRow>(text, values);
  const fitting = rows.filter((row) => !blockedRecords.has(recordOf(row)) && fits(row, connection, blockedRecords, log));
  const { acknowledged, failure } = await publishAll(connection, fitting, lost, sign);
  publications.inc(acknowledged.length);
  for (const { id, subject, workspace_id, request_id } of acknowledged.map(({ message }) => message))
    log.debug({ eventId: id, type: subject, workspaceId: workspace_id, requestId: request_id ?? undefined }, "event published");
  const done = acknowledged.map(({ message, streamSequence }) => ({ sequence: message.sequence, streamSequence }));
  if (done.length > 0) await moveToPublished(lease, streamOf(service), done);
  const outOfStep = (failure as (Error & { code?: unknown }) | undefined)?.code === wrongLastMessage;
  return {
    published: acknowledged.map(({ message }) => message.workspace_id),
    waiting: failure !== undefined || !hasReadAll(rows, size),
    ...(failure && !(outOfStep && done.length > 0) && { failure }),
  };
}

/** True if the batch is smaller than each limit, so that no event was left in the outbox. */
function hasReadAll(rows: readonly OutboxRow[], size: number): boolean {
  return rows.length < Math.min(minShare, size) && rows.reduce((sum, { event }) => sum + Buffer.byteLength(event), 0) < maxBytes;
}

const publications = defineCounter("offergraph_events_published_total", "Events that NATS acknowledged.", []);

function fits(row: OutboxRow, { info }: NatsConnection, blockedRecords: Set<string>, log: Logger): boolean {
  const bytes = Buffer.byteLength(row.event) + 1_024;
  if (!info || bytes <= info.max_payload) return true;
  blockedRecords.add(recordOf(row));
  log.error(
    { eventId: row.id, type: row.subject, workspaceId: row.workspace_id, bytes, maxPayload: info.max_payload },
    "event is larger than max_payload of NATS; the event and later events of the same record wait until max_payload is raised",
  );
  return false;
}

const recordOf = (row: OutboxRow) => row.workspace_id + row.record;
