import type { Violations } from "@offergraph/shared/errors/user-error";

/** Before any shop on the web: what is earlier is a zero date (of year 1, of 1900, of 1970), or seconds taken for milliseconds. */
const first = "1990-01-01T00:00:00.000Z";
/** What clocks, and zones that were left out somewhere, may differ by. */
const aheadMs = 24 * 3_600_000;

/**
 * Adds a violation for each of these times (UTC) that cannot be when something happened. One far ahead would stand above all versions that
 * come after it, or stretch every series of days to its own.
 */
export function addTimeFaults(violations: Violations, times: Readonly<Record<string, string | null>>, now: Date): void {
  const last = new Date(now.getTime() + aheadMs).toISOString();
  for (const [field, time] of Object.entries(times)) {
    if (time === null || violations.has([field])) continue;
    if (time < first)
      violations.add([field], "INVALID", `${field} has to be at or after ${seconds(first)}: an earlier date is taken for none.`);
    if (time > last) violations.add([field], "INVALID", `${field} may be at most a day ahead of now, that is until ${seconds(last)}.`);
  }
}

const seconds = (time: string) => time.replace(/\.\d+Z$/, "Z");
