import { setTimeout as delay } from "node:timers/promises";

/** Timers have a resolution of 1 ms, so requests may be early. */
const earlyMs = 1;

export interface Pace {
  rate: number;
  seconds: number;
  /** Sends a request. `intended` is the scheduled send time, measured with `performance.now()`. Must not wait for the response. */
  send(intended: number): void;
  /** Returns false to end the schedule early. */
  continues(): boolean;
}

/** Returns the intended send times, in milliseconds after the start. */
export function intendedTimes(rate: number, seconds: number): { count: number; at(index: number): number } {
  return { count: Math.max(1, Math.round(rate * seconds)), at: (index) => (index * 1000) / rate };
}

/** Sends requests at a constant rate, regardless of responses (open loop). Returns the number of scheduled requests that were not sent. */
export async function pace({ rate, seconds, send, continues }: Pace): Promise<number> {
  const schedule = intendedTimes(rate, seconds);
  const start = performance.now();
  let next = 0;
  for (; next < schedule.count; ) {
    if (!continues()) break;
    const due = performance.now() - start + earlyMs;
    while (next < schedule.count && schedule.at(next) <= due) send(start + schedule.at(next++));
    // Waits at least 1 ms, so that the process can read responses.
    if (next < schedule.count) await delay(Math.max(1, schedule.at(next) - (performance.now() - start) - earlyMs));
  }
  return schedule.count - next;
}
