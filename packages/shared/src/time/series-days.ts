import { BadUserInput } from "../errors/public-error.js";
import { instantOf } from "../schema/dates.js";
import { daysInZone } from "./zone-days.js";

const dayMs = 86_400_000;

/** Maximum number of days in a series (a little more than ten years). */
export const maxDays = 3_700;

export interface Bounds {
  first: number | undefined;
  last: number | undefined;
}

interface BoundingOperators {
  equalTo?: string | null;
  greaterThan?: string | null;
  greaterThanOrEqualTo?: string | null;
  lessThan?: string | null;
  lessThanOrEqualTo?: string | null;
}

/** Converts YYYY-MM-DD to days since 1970-01-01. */
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;

const [earliest, latest] = [Date.parse("0100-01-01T00:00:00Z"), Date.parse("9999-01-01T00:00:00Z")];

/** Converts milliseconds since 1970 to the zone's days since 1970-01-01. Outside the years 100 to 9998, returns the day in UTC. */
export function dayNumberOf(instant: number, timeZone: string): number {
  if (instant < earliest || instant >= latest) return Math.floor(instant / dayMs);
  return numberOf(daysInZone(timeZone)(new Date(instant).toISOString()));
}

/**
 * Returns all days of a series in ascending order. Without a lower bound, the series starts at the first day of `matched`. Without an upper
 * bound, the series ends at the last day of `matched`. `argument` is the filter's name for error messages.
 */
export function daysOfSeries(bounds: Bounds, matched: readonly string[], argument: string): string[] {
  const days = matched.map(numberOf);
  // A matched day can be outside of a bound that was rounded to milliseconds.
  const first = Math.min(bounds.first ?? Number.POSITIVE_INFINITY, days[0] ?? Number.POSITIVE_INFINITY);
  const last = Math.max(bounds.last ?? Number.NEGATIVE_INFINITY, days.at(-1) ?? Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(first) || !Number.isFinite(last)) return [];
  if (last - first >= maxDays && (bounds.first === undefined || bounds.last === undefined))
    throw tooLong(last - first + 1, argument, setBounds);
  return daysBetween({ first, last }, argument);
}

const setBounds = " Set a lower and an upper bound for the time.";

function tooLong(length: number, argument: string, advice = ""): BadUserInput {
  return new BadUserInput(argument, `\`${argument}\` results in a series of ${length} days. At most ${maxDays} days are allowed.${advice}`);
}

/** Returns every day from first to last. Throws BadUserInput for more than `maxDays` days. */
export function daysBetween({ first, last }: { first: number; last: number }, argument: string): string[] {
  const length = Math.max(0, last - first + 1);
  if (length > maxDays) throw tooLong(length, argument);
  return Array.from({ length }, (_, day) => new Date((first + day) * dayMs).toISOString().slice(0, 10));
}

/** Returns the narrowest bounds of a valid filter. Reads the filter's own bounds (`ownOf`) and the bounds inside `and`. */
export function boundsOfFilter<Filter extends { and?: readonly Filter[] | null }>(
  filter: Filter | null | undefined,
  ownOf: (filter: Filter) => Bounds,
): Bounds {
  if (!filter) return { first: undefined, last: undefined };
  return narrowest([ownOf(filter), ...(filter.and ?? []).map((member) => boundsOfFilter(member, ownOf))]);
}

export function narrowest(all: readonly Bounds[]): Bounds {
  return {
    first: all.reduce<number | undefined>((bound, { first }) => tighter(Math.max, bound, first), undefined),
    last: all.reduce<number | undefined>((bound, { last }) => tighter(Math.min, bound, last), undefined),
  };
}

export function boundsOfTimes(operators: BoundingOperators | null | undefined, timeZone: string): Bounds {
  const instant = (text: string | null | undefined, further = 0) => {
    const read = text ? instantOf(text) : undefined;
    return read === undefined ? undefined : dayNumberOf(read + further, timeZone);
  };
  return boundsOf(operators, instant);
}

export function boundsOfDays(operators: BoundingOperators | null | undefined): Bounds {
  return boundsOf(operators, (day, further = 0) => (day ? numberOf(day) + further : undefined));
}

/**
 * Returns the bounds that operators set. `dayOf` returns the day of an operand. With -1 or 1 as second argument, returns the day of the
 * next lower or next higher value.
 */
function boundsOf(
  operators: BoundingOperators | null | undefined,
  dayOf: (value: string | null | undefined, further?: number) => number | undefined,
): Bounds {
  const { equalTo, greaterThan, greaterThanOrEqualTo, lessThan, lessThanOrEqualTo } = operators ?? {};
  const ends = (first: number | undefined, last: number | undefined): Bounds => ({ first, last });
  return narrowest([
    ends(dayOf(equalTo), dayOf(equalTo)),
    ends(dayOf(greaterThanOrEqualTo), dayOf(lessThanOrEqualTo)),
    ends(dayOf(greaterThan, 1), dayOf(lessThan, -1)),
  ]);
}

function tighter(of: (a: number, b: number) => number, bound: number | undefined, other: number | undefined): number | undefined {
  return bound === undefined || other === undefined ? (bound ?? other) : of(bound, other);
}
