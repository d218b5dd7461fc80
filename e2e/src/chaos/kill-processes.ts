import { setTimeout as sleep } from "node:timers/promises";
import type { RunningSystem } from "../start-system.js";
import { waitUntil } from "../wait-until.js";
import type { Random } from "./random.js";

const victims = ["forms", "incentives", "incentives-2", "discounts", "nats", "postgres"] as const;
type Victim = (typeof victims)[number];

export interface PlannedKill {
  /** Number of finished form responses before the kill. */
  after: number;
  /** Milliseconds between form response `after` and the kill. */
  laterMs: number;
  victim: Victim;
}

export function planKills(count: number, responses: number, random: Random): PlannedKill[] {
  return Array.from({ length: count }, () => ({
    after: Math.floor(responses * 0.02) + random.below(Math.ceil(responses * 0.9)),
    laterMs: random.below(1_500),
    victim: random.oneOf(victims),
  })).sort((one, other) => one.after - other.after);
}

/** Sends SIGKILL to the processes that the plan names. If a process is still down, waits for its restart first. */
export async function killProcesses(system: RunningSystem, kills: readonly PlannedKill[], done: () => number, log: (text: string) => void) {
  const killed = new Set<number>();
  for (const [index, { after, laterMs, victim }] of kills.entries()) {
    await waitUntil(`${after} responses are done`, async () => done() >= after, 600);
    await sleep(laterMs);
    const pid = await waitUntil(`${victim} runs`, async () => {
      const { [victim]: found } = (await system.read()).pids as Record<Victim, number | undefined>;
      return found !== undefined && !killed.has(found) && isAlive(found) && found;
    });
    process.kill(pid, "SIGKILL");
    killed.add(pid);
    log(`kill ${index + 1} of ${kills.length}: ${victim} after ${done()} responses`);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
