import { setTimeout as wait } from "node:timers/promises";
import { sql } from "../db/statement.js";
import type { WorkspaceReader } from "../db/workspace-reader.js";

const maxWaiting = 1_000;
const maxWaitMs = 1_000;
const pollMs = 50;
/** Time for which the limit does not apply after the relay has published nothing for `maxWaitMs`, for example during an outage of NATS. */
const unlimitedMs = 10_000;

/** The events of a workspace that wait in the outbox. */
export interface Backlog {
  /** Number of events, or 1,001 for a larger number. */
  count: number;
  /** Sequence number of the oldest event; null without an event. */
  oldest: string | null;
}

interface Options {
  read(): Promise<Backlog>;
  /** Returns the time of a monotonic clock in milliseconds. */
  now?(): number;
  sleep?(milliseconds: number): Promise<unknown>;
}

/**
 * Returns a function for bulk work to call after each batch. While more than 1,000 events of the workspace wait in the outbox, the function
 * waits, for about a second at most. Bulk work therefore leaves processor time to the services that process its events.
 */
export function backlogLimit({ read, now = () => performance.now(), sleep = wait }: Options): () => Promise<void> {
  let unlimitedUntil = Number.NEGATIVE_INFINITY;
  return async () => {
    const startedAt = now();
    if (startedAt < unlimitedUntil) return;
    const first = await read();
    for (let backlog = first; backlog.count > maxWaiting; backlog = await read()) {
      if (now() - startedAt >= maxWaitMs) {
        if (backlog.oldest === first.oldest) unlimitedUntil = now() + unlimitedMs;
        return;
      }
      await sleep(pollMs);
    }
  };
}

/** Returns the function `read` of a workspace (see `backlogLimit`). */
export const backlogReader =
  ({ read }: Pick<WorkspaceReader, "read">, workspaceId: string) =>
  async (): Promise<Backlog> => {
    const [row] = await read<Backlog>(
      workspaceId,
      sql`
        SELECT count(*)::int AS count, min(e.sequence)::text AS oldest
        FROM (SELECT sequence FROM outbox_events WHERE workspace_id = ${workspaceId}::uuid ORDER BY sequence LIMIT ${maxWaiting + 1}::integer) e`,
    );
    return row ?? { count: 0, oldest: null };
  };
