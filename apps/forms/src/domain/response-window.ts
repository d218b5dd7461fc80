import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { instantOf } from "@offergraph/shared/schema/dates";
import type { DatetimeFilter, FormResponseFilter } from "../generated/types.js";

const dayMs = 86_400_000;
const defaultDays = 30;

/** So many days a series has at most: ten years, and some. */
export const mostDays = 3_700;

/** From its begin up to, but not including, its end. */
export interface Window {
  from: Date;
  to: Date;
}

/** The first and the last day (UTC) of a series, as days since 1970-01-01; undefined where nothing decides it. */
export interface Bounds {
  first: number | undefined;
  last: number | undefined;
}

/** The days since 1970-01-01 of a day YYYY-MM-DD. */
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;
const dayOf = (instant: number): number => Math.floor(instant / dayMs);

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

/** Every day that the window touches; none when it is empty. Throws BadUserInput when that is more than `mostDays`. */
export function daysOfWindow({ from, to }: Window): string[] {
  if (from.getTime() === to.getTime()) return [];
  return daysFrom({ first: dayOf(from.getTime()), last: dayOf(to.getTime() - 1) }, "from");
}

/**
 * The days of a series: those between the bounds, and where there is no bound from or to what matches.
 * @param matched the days that something matches on, in order
 * @param argument what to name when that is more than `mostDays`
 */
export function daysOfSeries(bounds: Bounds, matched: readonly string[], argument: string): string[] {
  const days = matched.map(numberOf);
  // What matches lies within the bounds, but for a bound between two milliseconds, which is read rounded.
  const first = Math.min(bounds.first ?? Number.POSITIVE_INFINITY, days[0] ?? Number.POSITIVE_INFINITY);
  const last = Math.max(bounds.last ?? Number.NEGATIVE_INFINITY, days.at(-1) ?? Number.NEGATIVE_INFINITY);
  return Number.isFinite(first) && Number.isFinite(last) ? daysFrom({ first, last }, argument) : [];
}

function daysFrom({ first, last }: { first: number; last: number }, argument: string): string[] {
  const length = Math.max(0, last - first + 1);
  if (length > mostDays)
    throw new BadUserInput(argument, `\`${argument}\` makes a series of ${length} days: at most ${mostDays} are allowed.`);
  return Array.from({ length }, (_, day) => new Date((first + day) * dayMs).toISOString().slice(0, 10));
}

/** The bounds that a valid filter sets to createdAt, itself or in an `and`: what every response that matches has to keep. */
export function boundsOf(filter: FormResponseFilter | null | undefined): Bounds {
  const own = createdAtBounds(filter?.createdAt ?? {});
  const all = [own, ...(filter?.and ?? []).map(boundsOf)];
  return {
    first: all.reduce<number | undefined>((bound, { first }) => tighter(Math.max, bound, first), undefined),
    last: all.reduce<number | undefined>((bound, { last }) => tighter(Math.min, bound, last), undefined),
  };
}

function createdAtBounds({ equalTo, greaterThan, greaterThanOrEqualTo, lessThan, lessThanOrEqualTo }: DatetimeFilter): Bounds {
  const first = [instant(equalTo), instant(greaterThanOrEqualTo), instant(greaterThan, 1)];
  const last = [instant(equalTo), instant(lessThanOrEqualTo), instant(lessThan, -1)];
  return {
    first: first.reduce((bound, day) => tighter(Math.max, bound, day), undefined),
    last: last.reduce((bound, day) => tighter(Math.min, bound, day), undefined),
  };
}

/** The day of an instant, so many milliseconds further. */
function instant(text: string | null | undefined, further = 0): number | undefined {
  const read = text ? instantOf(text) : undefined;
  return read === undefined ? undefined : dayOf(read + further);
}

function tighter(of: (a: number, b: number) => number, bound: number | undefined, other: number | undefined): number | undefined {
  return bound === undefined || other === undefined ? (bound ?? other) : of(bound, other);
}
