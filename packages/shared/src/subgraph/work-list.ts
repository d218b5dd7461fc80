import { backoff, pause } from "../events/wait.js";
import type { Logger } from "../log/logger.js";
import type { Background } from "./run.js";

export interface WorkListOptions {
  /** What the work is, for the log. */
  name: string;
  /** The workspaces with work to do, the most urgent first. */
  readWaiting(): Promise<string[]>;
  /** Does one batch of a workspace's work in a transaction of its own; true when there may be more. */
  work(workspaceId: string): Promise<boolean>;
  log: Logger;
  /** How long it waits between looks, by the real timer; 500 ms unless given. */
  pollMs?: number;
}

/**
 * Works off a list that is kept for all workspaces in the database, by looking at it again and again. Any number of replicas do so at
 * once, each taking what no other has. Outlives the database being away.
 */
export function startWorkList({ name, readWaiting, work, log, pollMs = 500 }: WorkListOptions): Background {
  const stop = new AbortController();

  /** Does a batch of each waiting workspace in turn. True when one of them may have more. */
  const round = async (failed: Map<string, Error>): Promise<boolean> => {
    let more = false;
    for (const workspaceId of await readWaiting()) {
      if (stop.signal.aborted) return false;
      if (failed.has(workspaceId)) continue;
      try {
        if (await work(workspaceId)) more = true;
      } catch (error) {
        failed.set(workspaceId, new Error(`In the workspace ${workspaceId}: ${(error as Error).message}`, { cause: error }));
      }
    }
    return more;
  };

  /**
   * Looks for waiting workspaces before each round: one that came meanwhile does not wait for the thousands of another one. A workspace that
   * fails is left out until the next look.
   */
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
        if (failures > 0) log.info({ work: name }, "the work goes on");
        failures = 0;
        await pause(pollMs, stop.signal);
      } catch (error) {
        failures += 1;
        if (failures === 1) log.warn({ work: name, reason: (error as Error).message }, "the work cannot be done, trying again");
        // One workspace in trouble does not make the others wait longer.
        await pause(backoff(failures, Math.min(100, pollMs), pollMs), stop.signal);
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
