import { setTimeout as pause } from "node:timers/promises";
import type { RunningSystem } from "../start-system.js";
import { until } from "../until.js";
import type { Drawer } from "./draw.js";

const victims = ["forms", "incentives", "incentives-2", "discounts", "nats", "postgres"] as const;
type Victim = (typeof victims)[number];

export interface PlannedKill {
  /** Once so many responses are done. */
  after: number;
  /** And then so much later; a kill that follows at once meets what has not recovered from the one before. */
  laterMs: number;
  victim: Victim;
}

/** Who is killed when, spread over the responses. */
export function planKills(count: number, responses: number, draw: Drawer): PlannedKill[] {
  return Array.from({ length: count }, () => ({
    after: Math.floor(responses * 0.02) + draw.below(Math.ceil(responses * 0.9)),
    laterMs: draw.below(1_500),
    victim: draw.oneOf(victims),
  })).sort((one, other) => one.after - other.after);
}

/** Ends the processes of a system by SIGKILL as planned; whoever is not back from a kill before is waited for. */
export async function kill(system: RunningSystem, kills: readonly PlannedKill[], done: () => number, log: (text: string) => void) {
  const killed = new Set<number>();
  for (const [index, { after, laterMs, victim }] of kills.entries()) {
    await until(`${after} responses are done`, async () => done() >= after, 600);
    await pause(laterMs);
    const pid = await until(`${victim} runs`, async () => {
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
