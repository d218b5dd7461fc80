import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { instantOf } from "@offergraph/shared/schema/dates";
import { type Bounds, boundsOfFilter, boundsOfTimes, dayNumberOf, daysBetween } from "@offergraph/shared/time/series-days";
import type { FormResponseFilter } from "../generated/types.js";

const dayMs = 86_400_000;
const defaultDays = 30;

/** A time window that includes `from` and excludes `to`. */
export interface Window {
  from: Date;
  to: Date;
}

export function surfaceWindow(given: { from?: string | null; to?: string | null }, now: Date): Window {
  const from = given.from ? instantOf(given.from) : now.getTime() - defaultDays * dayMs;
  const to = given.to ? instantOf(given.to) : now.getTime();
  if (from === undefined || to === undefined || from > to)
    throw new BadUserInput("from", `\`from\` must not be after \`to\`. By default, \`from\` is ${defaultDays} days ago and \`to\` is now.`);
  return { from: new Date(from), to: new Date(to) };
}

/** Returns the window's calendar days in `timeZone`. Throws BadUserInput for too many days. */
export function daysOfWindow({ from, to }: Window, timeZone: string): string[] {
  if (from.getTime() === to.getTime()) return [];
  return daysBetween({ first: dayNumberOf(from.getTime(), timeZone), last: dayNumberOf(to.getTime() - 1, timeZone) }, "from");
}

export const boundsOf = (filter: FormResponseFilter | null | undefined, timeZone: string): Bounds =>
  boundsOfFilter(filter, ({ createdAt }) => boundsOfTimes(createdAt, timeZone));
