import type { Logger } from "@offergraph/shared/log/logger";
import { backoff, sleep } from "../messaging/wait.js";
import type { BackgroundTask } from "../subgraph/run.js";
import { failureLog } from "./failure-log.js";
import { workFinder } from "./find-work.js";

export interface JobPollerOptions {
  name: string;
  /** Returns the workspaces with pending work, ordered by urgency. */
  findWorkspacesWithWork(): Promise<string[]>;
  /** Processes one batch of a workspace in a separate transaction. Returns true if more work may be pending. */
  work(workspaceId: string): Promise<boolean>;
  log: Logger;
  /** Polling interval in milliseconds; defaults to 500. */
  pollMs?: number;
  /** Maximum number of workspaces that are processed at the same time; defaults to 1. */
  concurrency?: number;
  /** True if `findWorkspacesWithWork` claims the workspaces, so that each batch needs a new claim. */
  claims?: boolean;
}

/**
 * Polls for pending work of all workspaces. Workspaces take turns. Any number of replicas can poll concurrently if `work` skips locked
 * rows.
 */
export function startJobPoller(options: JobPollerOptions): BackgroundTask {
  const { name, findWorkspacesWithWork, work, log, pollMs = 500, concurrency = 1, claims = false } = options;
  const stop = new AbortController();
  const failures = failureLog(name, log);

  /**
   * Repeats rounds until no work is pending. Work that is added during a round is processed in the next round. If a workspace's batch
   * fails, the poller skips the workspace for `pollMs` milliseconds.
   */
  const look = async () => {
    const failedAt = new Map<string, number>();
    const busy = new Map<string, Promise<void>>();
    let more = true;
    const finder = workFinder(findWorkspacesWithWork, (found) => failures.retain(found));
    const workOn = async (workspaceId: string) => {
      try {
        const hasMore = await work(workspaceId);
        if (hasMore) more = true;
        finder.ended(workspaceId, hasMore && !claims);
        failures.succeeded(workspaceId);
      } catch (error) {
        failedAt.set(workspaceId, performance.now());
        finder.ended(workspaceId, false);
        failures.failed(workspaceId, error as Error);
      }
    };
    const isWaiting = (workspaceId: string) => performance.now() - (failedAt.get(workspaceId) ?? Number.NEGATIVE_INFINITY) < pollMs;
    const slot = async () => {
      while (busy.size >= concurrency) await Promise.race(busy.values());
    };
    /** Starts one batch per workspace with pending work. Skips workspaces whose previous batch is running or has just failed. */
    const round = async () => {
      more = false;
      for (const workspaceId of await finder.find()) {
        await slot();
        if (stop.signal.aborted) return;
        if (isWaiting(workspaceId) || busy.has(workspaceId)) continue;
        const working = workOn(workspaceId).finally(() => busy.delete(workspaceId));
        busy.set(workspaceId, working);
      }
      await slot();
      // While a slow batch runs, looks for new work of other workspaces.
      if (more || busy.size === 0) return;
      const pause = new AbortController();
      await Promise.race([...busy.values(), sleep(pollMs, AbortSignal.any([stop.signal, pause.signal]))]);
      pause.abort();
    };
    try {
      while ((more || busy.size > 0) && !stop.signal.aborted) await round();
    } finally {
      await Promise.all(busy.values());
    }
  };

  const run = async () => {
    for (let failedLooks = 0; !stop.signal.aborted; ) {
      try {
        await look();
        if (failedLooks > 0) log.info({ work: name }, "background work recovered");
        failedLooks = 0;
        await sleep(pollMs, stop.signal);
      } catch (error) {
        failedLooks += 1;
        if (failedLooks === 1) log.warn({ work: name, reason: (error as Error).message }, "background work failed; retrying");
        await sleep(backoff(failedLooks, Math.min(100, pollMs), pollMs), stop.signal);
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
