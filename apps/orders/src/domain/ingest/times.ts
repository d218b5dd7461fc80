import type { Violations } from "@offergraph/shared/errors/user-error";

/** The earliest valid time. Earlier times are usually zero dates (year 1, 1900, 1970) or seconds mistaken for milliseconds. */
const first = "1990-01-01T00:00:00.000Z";
/** Maximum time in the future, for senders with clock skew or missing time zones. */
const aheadMs = 24 * 3_600_000;

/** Rejects times in the far future. They would outrank all later versions of the record, or extend every series of days. */
export function addTimeFaults(violations: Violations, times: Readonly<Record<string, string | null>>, now: Date): void {
  const last = new Date(now.getTime() + aheadMs).toISOString();
  for (const [field, time] of Object.entries(times)) {
    if (time === null || violations.has([field])) continue;
    if (time < first) violations.add([field], "INVALID", `${field} must be at or after ${seconds(first)}.`);
    if (time > last) violations.add([field], "INVALID", `${field} must be at most one day in the future (until ${seconds(last)}).`);
  }
}

const seconds = (time: string) => time.replace(/\.\d+Z$/, "Z");
