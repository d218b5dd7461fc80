import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { instantOf } from "@offergraph/shared/schema/dates";
import { type Bounds, boundsOfFilter, boundsOfTimes, dayNumberOf, daysBetween } from "@offergraph/shared/time/series-days";
import type { FormResponseFilter } from "../generated/types.js";

const dayMs = 86_400_000;
const defaultDays = 30;

/** From its begin up to, but not including, its end. */
export interface Window {
  from: Date;
  to: Date;
}

/** The window that a surface shows. Throws BadUserInput when it ends before it begins. */
export function surfaceWindow(given: { from?: string | null; to?: string | null }, now: Date): Window {
  const from = given.from ? instantOf(given.from) : now.getTime() - defaultDays * dayMs;
  const to = given.to ? instantOf(given.to) : now.getTime();
  if (from === undefined || to === undefined || from > to)
    throw new BadUserInput(
      "from",
      `\`from\` has to be no later than \`to\`; unless given, \`from\` is ${defaultDays} days ago and \`to\` is now.`,
    );
  return { from: new Date(from), to: new Date(to) };
}

/** Every day that the window touches; none when it is empty. Throws BadUserInput when that is more than a series may have. */
export function daysOfWindow({ from, to }: Window): string[] {
  if (from.getTime() === to.getTime()) return [];
  return daysBetween({ first: dayNumberOf(from.getTime()), last: dayNumberOf(to.getTime() - 1) }, "from");
}

/** The bounds that a valid filter sets to createdAt, itself or in an `and`: what every response that matches has to keep. */
export const boundsOf = (filter: FormResponseFilter | null | undefined): Bounds =>
  boundsOfFilter(filter, ({ createdAt }) => boundsOfTimes(createdAt));
