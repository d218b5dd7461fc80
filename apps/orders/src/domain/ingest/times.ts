import type { Violations } from "@offergraph/shared/errors/user-error";

/** The earliest valid time of a record. Times before 1990 are usually mistakes, for example seconds that were read as milliseconds. */
const first = "1990-01-01T00:00:00.000Z";
/** Maximum time in the future. */
const aheadMs = 24 * 3_600_000;

/**
 * Adds a violation for each time that is before 1990 or too far in the future. Versions from the far future would take precedence over all
 * other versions.
 */
export function addTimeFaults(violations: Violations, times: Readonly<Record<string, string | null>>, now: Date): void {
  const last = new Date(now.getTime() + aheadMs).toISOString();
  for (const [field, time] of Object.entries(times)) {
    if (time === null || violations.has([field])) continue;
    if (time < first) violations.add([field], "INVALID", `${field} must be at or after ${seconds(first)}.`);
    if (time > last) violations.add([field], "INVALID", `${field} must be at most one day in the future (until ${seconds(last)}).`);
  }
}

const seconds = (time: string) => time.replace(/\.\d+Z$/, "Z");
