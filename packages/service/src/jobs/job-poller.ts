import type { Logger } from "@offergraph/shared/log/logger";
import { backoff, sleep } from "../messaging/wait.js";
import type { BackgroundTask } from "../subgraph/run.js";

export interface JobPollerOptions {
  name: string;
  /** Returns the workspaces with pending work, ordered by urgency. */
  findWorkspacesWithWork(): Promise<string[]>;
  /** Processes one batch of a workspace in its own transaction. Returns true if more work may be pending. */
  work(workspaceId: string): Promise<boolean>;
  log: Logger;
  /** Polling interval in milliseconds (wall clock); defaults to 500. */
  pollMs?: number;
}

/** Polls for pending work of all workspaces. Any number of replicas can poll concurrently if `work` skips locked rows. */
export function startJobPoller({ name, findWorkspacesWithWork, work, log, pollMs = 500 }: JobPollerOptions): BackgroundTask {
  const stop = new AbortController();

  /** Processes one batch of each workspace with pending work. Returns true if a workspace may have more work. */
  const round = async (failed: Map<string, Error>): Promise<boolean> => {
    let more = false;
    for (const workspaceId of await findWorkspacesWithWork()) {
      if (stop.signal.aborted) return false;
      if (failed.has(workspaceId)) continue;
      try {
        if (await work(workspaceId)) more = true;
      } catch (error) {
        failed.set(workspaceId, new Error(`Workspace ${workspaceId}: ${(error as Error).message}`, { cause: error }));
      }
    }
    return more;
  };

  /** Repeats rounds until no work is pending. A new workspace joins the next round; a failed workspace waits for the next poll. */
  const look = async () => {
    const failed = new Map<string, Error>();
    while (await round(failed));
    const [failure] = failed.values();
    if (failure) throw failure;
  };

  const run = async () => {
    for (let failures = 0; !stop.signal.aborted; ) {
      try {
        await look();
        if (failures > 0) log.info({ work: name }, "background work recovered");
        failures = 0;
        await sleep(pollMs, stop.signal);
      } catch (error) {
        failures += 1;
        if (failures === 1) log.warn({ work: name, reason: (error as Error).message }, "background work failed; retrying");
        // Limits the backoff to pollMs, so that a failing workspace does not delay other workspaces.
        await sleep(backoff(failures, Math.min(100, pollMs), pollMs), stop.signal);
      }
    }
  };
  const done = run();

  return {
    async stop() {
      stop.abort();
      await done;
    },
  };
}
