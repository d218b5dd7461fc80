import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daysInZone, offsetsInZone } from "./zone-days.js";

const from = Date.parse("1990-01-01T00:00:00Z");
const to = Date.parse("2040-01-01T00:00:00Z");

const formats = new Map<string, Intl.DateTimeFormat>();

/** Reference implementation: gets the local day of each time from Intl. */
function plainDay(timeZone: string, time: string): string {
  const known = formats.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  if (!known) formats.set(timeZone, format);
  const [month, day, year] = format.format(new Date(time)).split("/");
  return `${year}-${month}-${day}`;
}

const zones = [...Intl.supportedValuesOf("timeZone"), "UTC"];
/** Zones with large offsets, or with unusual changes of the offset: at midnight, at 00:01, by half an hour or by a whole day. */
const unusual = [
  ...["America/Los_Angeles", "America/St_Johns", "America/Havana", "America/Sao_Paulo", "Asia/Kathmandu", "Asia/Beirut"],
  ...["Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kiritimati", "Pacific/Chatham", "Africa/Casablanca", "Antarctica/Troll"],
];

describe("the day of a time in a time zone", () => {
  it("is the same as that of Intl, in all zones", () => {
    const instant = fc.integer({ min: from, max: to - 1 });
    fc.assert(
      fc.property(fc.constantFrom(...zones, ...unusual, ...unusual), instant, (zone, at) => {
        const time = new Date(at).toISOString();
        expect(daysInZone(zone)(time)).toBe(plainDay(zone, time));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each(unusual)("is the same as that of Intl around the changes of %s", (zone) => {
    const offset = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    const nameAt = (at: number) => offset.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value;
    const step = 24 * 3_600_000;
    let faults = 0;
    let name = nameAt(from);
    for (let at = from; at < to; at += step) {
      const previous = name;
      name = nameAt(at + step);
      if (name === previous) continue;
      for (let near = at - step / 2; near < at + 1.5 * step; near += 13 * 60_000 + 1) {
        const time = new Date(near).toISOString();
        if (daysInZone(zone)(time) !== plainDay(zone, time)) faults += 1;
      }
    }
    expect(faults).toBe(0);
  });

  it.each([
    ["2026-03-08T07:59:59.999Z", "2026-03-07"],
    ["2026-03-08T08:00:00.000Z", "2026-03-08"],
    ["2026-03-09T06:59:59.999Z", "2026-03-08"],
    ["2026-03-09T07:00:00.000Z", "2026-03-09"],
    ["2026-11-01T06:59:59.999Z", "2026-10-31"],
    ["2026-11-02T07:59:59.999Z", "2026-11-01"],
    ["2026-11-02T08:00:00.000Z", "2026-11-02"],
  ])("follows daylight saving time in Los Angeles: %s is on %s", (time, day) => {
    expect(daysInZone("America/Los_Angeles")(time)).toBe(day);
  });
});

describe("the offsets of a time zone", () => {
  it("give the same days as Intl, in all zones", () => {
    const instant = fc.integer({ min: Date.parse("2000-01-01T00:00:00Z"), max: Date.parse("2099-12-31T00:00:00Z") });
    fc.assert(
      fc.property(fc.constantFrom(...zones, ...unusual, ...unusual), fc.array(instant, { minLength: 20, maxLength: 20 }), (zone, times) => {
        const { changes, seconds } = offsetsInZone(zone);
        expect(seconds).toHaveLength(changes.length + 1);
        for (const at of [...times, ...changes.map((change) => Date.parse(change))].slice(0, 40)) {
          const past = changes.filter((change) => Date.parse(change) <= at).length;
          const day = new Date(at + (seconds[past] ?? Number.NaN) * 1_000).toISOString().slice(0, 10);
          expect(day).toBe(plainDay(zone, new Date(at).toISOString()));
        }
      }),
      { numRuns: 30 },
    );
  });
});
