import { setTimeout as wait } from "node:timers/promises";
import { sql } from "../db/statement.js";
import type { WorkspaceReader } from "../db/workspace-reader.js";

const maxWaiting = 1_000;
const maxWaitMs = 1_000;
const pollMs = 50;
/** Time for which the limit does not apply after the relay has published nothing for `maxWaitMs`, for example during an outage of NATS. */
const unlimitedMs = 10_000;

interface Options {
  /** Returns the number of events of the workspace that wait in the outbox. */
  count(): Promise<number>;
  /** Returns the time of a monotonic clock in milliseconds. */
  now?(): number;
  sleep?(milliseconds: number): Promise<unknown>;
}

/**
 * Returns a function for bulk work to call after each batch. While more than 1,000 events of the workspace wait in the outbox, the function
 * waits, for at most a second. Bulk work therefore leaves processor time to the services that process its events.
 */
export function backlogLimit({ count, now = () => performance.now(), sleep = wait }: Options): () => Promise<void> {
  let unlimitedUntil = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() < unlimitedUntil) return;
    const first = await count();
    for (let [waiting, waited] = [first, 0]; waiting > maxWaiting; waited += pollMs) {
      if (waited >= maxWaitMs) {
        if (waiting >= first) unlimitedUntil = now() + unlimitedMs;
        return;
      }
      await sleep(pollMs);
      waiting = await count();
    }
  };
}

/** Returns the function `count` of a workspace (see `backlogLimit`). */
export const outboxCounter =
  ({ read }: Pick<WorkspaceReader, "read">, workspaceId: string) =>
  async (): Promise<number> => {
    const [row] = await read<{ count: number }>(
      workspaceId,
      sql`SELECT count(*)::int AS count FROM outbox_events e WHERE e.workspace_id = ${workspaceId}::uuid`,
    );
    return row?.count ?? 0;
  };
