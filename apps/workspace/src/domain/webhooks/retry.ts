const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const pauses = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, ...[1, 2, 4, 8, 12, 20, 24].map((hours) => hours * hour)];
const jitter = 0.1;

/** Duration for which a failed delivery is retried. An endpoint is disabled after this duration without a success. */
export const maxFailingMs = 72 * hour;

export interface Failure {
  /** Number of failed attempts. */
  attempts: number;
  firstFailedAt: Date;
  now: Date;
}

/**
 * Returns the time of the next attempt, or undefined after the last attempt. The pauses grow from 5 seconds to 24 hours. The last attempt
 * is at most 72 hours after the first failure. `random` is a number from 0 to 1 that lengthens the pause by up to 10 %, so that failed
 * deliveries are not all retried at the same time.
 */
export function nextAttempt({ attempts, firstFailedAt, now }: Failure, random: number): Date | undefined {
  const end = firstFailedAt.getTime() + maxFailingMs;
  if (now.getTime() >= end) return undefined;
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? 0;
  return new Date(Math.min(now.getTime() + pause * (1 + jitter * random), end));
}
