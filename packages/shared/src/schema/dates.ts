const dayForm = /^(\d{4})-(\d{2})-(\d{2})$/;
const timeForm = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)$/;
const dayMs = 86_400_000;

/** Returns days since 1970-01-01 for a valid date in the years 0001-9999, else undefined. */
function dayNumber(text: string): number | undefined {
  const parts = dayForm.exec(text);
  if (!parts) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year === 0) return undefined;
  // Adds 400 years and subtracts their days, because `Date.UTC` reads the years 0-99 as 1900-1999.
  const date = new Date(Date.UTC(year + 400, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / dayMs - 146_097 : undefined;
}

const last = dayNumber("9999-12-31") as number;
const first = dayNumber("0001-01-01") as number;

/** True for a valid calendar day YYYY-MM-DD in the years 0001-9999. */
export function isDay(text: string): boolean {
  return dayNumber(text) !== undefined;
}

/**
 * Parses an ISO 8601 time with a zone offset to milliseconds since the epoch; undefined if invalid. Like PostgreSQL's timestamptz(3),
 * rounds fractions to milliseconds. Accepts offsets up to 15:59 and the years 0001-9999 in UTC.
 */
export function instantOf(text: string): number | undefined {
  const day = text[10] === "T" || text[10] === "t" ? dayNumber(text.slice(0, 10)) : undefined;
  const time = timeForm.exec(text.slice(11));
  if (day === undefined || !time) return undefined;
  const [hour, minute, second] = [Number(time[1]), Number(time[2]), Number(time[3] ?? 0)];
  const [offsetHour, offsetMinute] = [Number(time[6] ?? 0), Number(time[7] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 15 || offsetMinute > 59) return undefined;
  const offset = (offsetHour * 60 + offsetMinute) * (time[5] === "-" ? -1 : 1);
  const millisecond = time[4] ? Math.round(Number(`0.${time[4]}`) * 1000) : 0;
  const instant = day * dayMs + ((hour * 60 + minute - offset) * 60 + second) * 1000 + millisecond;
  return instant >= first * dayMs && instant < (last + 1) * dayMs ? instant : undefined;
}
