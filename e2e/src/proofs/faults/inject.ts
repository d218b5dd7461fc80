import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunningSystem } from "../../start-system.js";
import { waitUntil } from "../../wait-until.js";
import { isRunning, signal, suspend } from "../processes.js";
import { describeFault, type Fault, type Victim } from "./plan.js";

export interface Injection {
  faults: readonly Fault[];
  /** If true, deletes the files of JetStream after the first half of the faults. */
  losesStreams: boolean;
  log(text: string): void;
}

/**
 * Injects the faults in order. The next fault can start while a process is still suspended. Returns the time of the end of the last fault.
 */
export async function injectFaults(system: RunningSystem, { faults, losesStreams, log }: Injection): Promise<number> {
  const started = performance.now();
  const killed = new Set<number>();
  const suspended = new Map<Victim, Promise<void>>();
  const running: Promise<void>[] = [];
  const pidOf = (victim: Victim) =>
    waitUntil(`${victim} runs`, async () => {
      const { [victim]: pid } = (await system.read()).pids as Record<Victim, number | undefined>;
      return pid !== undefined && pid > 0 && !killed.has(pid) && isRunning(pid) && pid;
    });
  let lastEnd = started;
  for (const [index, fault] of faults.entries()) {
    await sleep(fault.afterMs);
    await suspended.get(fault.victim);
    if (losesStreams && index === Math.floor(faults.length / 2)) {
      await suspended.get("nats");
      killed.add(await loseStreams(system.dataDirectory, await pidOf("nats")));
      log("deleted the files of JetStream");
    }
    const pid = await pidOf(fault.victim);
    log(`${((performance.now() - started) / 1000).toFixed(1)} s: fault ${index + 1} of ${faults.length}: ${describeFault(fault)}`);
    if (fault.suspendedMs === undefined) {
      signal(pid, "SIGKILL");
      killed.add(pid);
      lastEnd = performance.now();
      continue;
    }
    const resume = await suspend(pid);
    const resumed = sleep(fault.suspendedMs).then(() => {
      resume();
      lastEnd = performance.now();
    });
    suspended.set(fault.victim, resumed);
    running.push(resumed);
  }
  await Promise.all(running);
  return lastEnd;
}

/**
 * Suspends the NATS server, because a running server could write during the deletion. Then kills the server, because SIGTERM would let the
 * server write before it exits.
 */
async function loseStreams(dataDirectory: string, pid: number): Promise<number> {
  signal(pid, "SIGSTOP");
  await rm(path.join(dataDirectory, "nats", "jetstream"), { recursive: true });
  signal(pid, "SIGKILL");
  return pid;
}
