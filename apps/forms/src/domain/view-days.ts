import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { daysBetween } from "@offergraph/shared/time/series-days";

const dayMs = 86_400_000;
const defaultDays = 30;
const firstDay = "0001-01-01";

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;

export const utcDay = (time: Date): string => time.toISOString().slice(0, 10);

/** Returns the UTC days from `from` to `to`. Throws BadUserInput if `from` is after `to`, or if there are too many days. */
export function daysOfViews(given: { from?: string | null; to?: string | null }, now: Date): { from: string; to: string; days: string[] } {
  const to = given.to ?? utcDay(now);
  const last = numberOf(to);
  const first = given.from ? numberOf(given.from) : Math.max(last - defaultDays + 1, numberOf(firstDay));
  if (first > last)
    throw new BadUserInput("from", "`from` must not be after `to`. By default, `to` is today in UTC, and `from` is 29 days before `to`.");
  const days = daysBetween({ first, last }, "from");
  return { from: days[0] ?? to, to, days };
}
