const dayMs = 86_400_000;
const secondMs = 1_000;
/** Maximum number of cached days per zone. The cache can hold the days of ten years. */
const maxCached = 5_000;

/** Returns the local day (YYYY-MM-DD) of a UTC time such as 2026-11-01T08:30:00.000Z. */
export type DayOf = (time: string) => string;

/** Local days that overlap one UTC day. `starts` are the UTC times of day (HH:MM:SS.sssZ) at which the days begin, in ascending order. */
interface LocalDays {
  starts: string[];
  days: string[];
}

const utc: DayOf = (time) => time.slice(0, 10);
const known = new Map<string, DayOf>([["UTC", utc]]);

/** Returns a function that computes the local day of a time in this IANA time zone. The function caches the local days of each UTC day. */
export function daysInZone(timeZone: string): DayOf {
  const cached = known.get(timeZone);
  if (cached) return cached;
  const offsetAt = offsetsOf(timeZone);
  const localDays = new Map<string, LocalDays>();
  const dayOf: DayOf = (time) => {
    const utcDay = time.slice(0, 10);
    let local = localDays.get(utcDay);
    if (!local) {
      if (localDays.size >= maxCached) localDays.clear();
      local = localDaysOf(utcDay, offsetAt);
      localDays.set(utcDay, local);
    }
    const { starts, days } = local;
    const timeOfDay = time.slice(11);
    let index = starts.length - 1;
    while (index > 0 && timeOfDay < (starts[index] ?? "")) index -= 1;
    return days[index] ?? utcDay;
  };
  known.set(timeZone, dayOf);
  return dayOf;
}

export interface ZoneOffsets {
  /** UTC times at which the zone's offset changes, in ascending order. */
  changes: string[];
  /** Offsets from UTC in seconds: `seconds[n]` applies after the first n changes. */
  seconds: number[];
}

const offsetsFrom = Date.UTC(2000, 0, 1);
const offsetsTo = Date.UTC(2100, 0, 1);
/**
 * Step of the search for changes of a zone's offset. Must be shorter than the shortest time between two changes (Africa/Casablanca, during
 * Ramadan).
 */
const stepMs = 21 * dayMs;
const knownOffsets = new Map<string, ZoneOffsets>();

/** Returns the zone's offsets from 2000 to 2100 for SQL statements. Some PostgreSQL packages lack zone names such as Asia/Calcutta. */
export function offsetsInZone(timeZone: string): ZoneOffsets {
  const cached = knownOffsets.get(timeZone);
  if (cached) return cached;
  const offsetAt = offsetsOf(timeZone);
  const offsets: ZoneOffsets = { changes: [], seconds: [offsetAt(offsetsFrom) / secondMs] };
  for (let from = offsetsFrom, before = offsetAt(from); from < offsetsTo; from += stepMs) {
    const after = offsetAt(from + stepMs);
    if (after === before) continue;
    offsets.changes.push(new Date(changeBetween(from, from + stepMs, offsetAt)).toISOString());
    offsets.seconds.push(after / secondMs);
    before = after;
  }
  knownOffsets.set(timeZone, offsets);
  return offsets;
}

/** Splits a UTC day at local midnights and at changes of the zone's offset. */
function localDaysOf(utcDay: string, offsetAt: (instant: number) => number): LocalDays {
  const start = Date.parse(`${utcDay}T00:00:00.000Z`);
  const end = start + dayMs;
  const [first, last] = [offsetAt(start), offsetAt(end - secondMs)];
  const change = first === last ? end : changeBetween(start, end - secondMs, offsetAt);
  const local: LocalDays = { starts: [], days: [] };
  addLocalDays(local, start, change, first);
  if (change < end) addLocalDays(local, change, end, last);
  return local;
}

/** Returns the first second at which the offset differs from the offset at `from`. Zones change their offset at most once per day. */
function changeBetween(from: number, to: number, offsetAt: (instant: number) => number): number {
  const before = offsetAt(from);
  let [low, high] = [from / secondMs, to / secondMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * secondMs) === before) low = middle;
    else high = middle;
  }
  return high * secondMs;
}

function addLocalDays({ starts, days }: LocalDays, from: number, to: number, offset: number): void {
  for (let instant = from; instant < to; ) {
    starts.push(new Date(instant).toISOString().slice(11));
    const local = instant + offset;
    days.push(new Date(local).toISOString().slice(0, 10));
    instant = (Math.floor(local / dayMs) + 1) * dayMs - offset;
  }
}

/** Returns a function that computes the zone's offset from UTC, in milliseconds, at a time in whole seconds. */
function offsetsOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, calendar: "gregory", numberingSystem: "latn", hourCycle: "h23" },
    ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
  });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) - instant;
  };
}
