import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DiscountCodeStatus } from "../generated/types.js";
import { statuses } from "./ordinals.js";
import { latest, nextTransition, statusToStore, type Timed } from "./transitions.js";

const seconds = 12;
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

/** Reference implementation that computes the status for each second. */
function watched({ status: written, startAt, endsAt, statusWrittenAt }: Timed): DiscountCodeStatus[] {
  let status = written;
  return Array.from({ length: seconds }, (_, second) => {
    const passes = (time: string | null) => time === at(second) && at(second) > statusWrittenAt;
    if (status === "SCHEDULED" && passes(startAt)) status = "ACTIVE";
    if ((status === "ACTIVE" || status === "SCHEDULED") && passes(endsAt)) status = "EXPIRED";
    return status;
  });
}

const time = fc.integer({ min: 0, max: seconds - 1 }).map(at);
const timed = fc.record({
  status: fc.constantFrom(...statuses),
  startAt: fc.option(time),
  endsAt: fc.option(time),
  statusWrittenAt: time,
});

describe("nextTransition", () => {
  it("applied repeatedly, leads to the same statuses as a check every second, for any polling interval", () => {
    fc.assert(
      fc.property(timed, fc.uniqueArray(fc.nat(seconds - 1)), (code, looks) => {
        const seen = watched(code);
        let status = code.status;
        for (const second of looks.toSorted((one, other) => one - other)) {
          for (let next = nextTransition({ ...code, status }); next && next.dueAt <= at(second); next = nextTransition({ ...code, status }))
            status = next.to;
          expect(status).toBe(seen[second]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("makes each change when it is due, in chronological order", () => {
    fc.assert(
      fc.property(timed, (code) => {
        const seen = watched(code);
        const changes = seen.flatMap((status, second) => (status === (seen[second - 1] ?? code.status) ? [] : [at(second)]));
        const next = nextTransition(code);
        expect(next?.dueAt).toBe(changes[0]);
        // If start and end are in the same second, `nextTransition` first returns the start. The reference implementation then shows only
        // the status after the end.
        if (next && next.dueAt !== code.endsAt) expect(next.to).toBe(seen[Date.parse(next.dueAt) / 1000 - Date.parse(at(0)) / 1000]);
      }),
      { numRuns: 2_000 },
    );
  });

  const code: Timed = { status: "SCHEDULED", startAt: at(5), endsAt: at(8), statusWrittenAt: at(1) };

  it("makes two changes if start and end passed between polls", () => {
    expect(nextTransition(code)).toEqual({ to: "ACTIVE", dueAt: at(5) });
    expect(nextTransition({ ...code, status: "ACTIVE" })).toEqual({ to: "EXPIRED", dueAt: at(8) });
    expect(nextTransition({ ...code, status: "EXPIRED" })).toBeNull();
  });

  it("ignores times that had passed when the status was written, to the millisecond", () => {
    expect(nextTransition({ ...code, statusWrittenAt: at(5) })).toEqual({ to: "EXPIRED", dueAt: at(8) });
    expect(nextTransition({ ...code, statusWrittenAt: at(8) })).toBeNull();
  });

  it("compares a start patched into the past to the time of the status write", () => {
    expect(nextTransition({ ...code, startAt: at(2) })).toEqual({ to: "ACTIVE", dueAt: at(2) });
    expect(nextTransition({ ...code, startAt: at(0) })).toEqual({ to: "EXPIRED", dueAt: at(8) });
  });

  it("never changes a draft", () => {
    expect(nextTransition({ ...code, status: "DRAFT" })).toBeNull();
  });
});

describe("statusToStore", () => {
  it("turns SCHEDULED without a future start into ACTIVE and keeps other statuses", () => {
    fc.assert(
      fc.property(timed, ({ status, startAt, statusWrittenAt }) => {
        const stored = statusToStore(status, startAt, statusWrittenAt);
        const started = status === "SCHEDULED" && startAt !== null && startAt <= statusWrittenAt;
        expect(stored).toBe(started ? "ACTIVE" : status);
        // A code with a start is stored as SCHEDULED only if the start is in the future.
        if (stored === "SCHEDULED" && startAt !== null)
          expect(nextTransition({ status: stored, startAt, endsAt: null, statusWrittenAt })).toEqual({ to: "ACTIVE", dueAt: startAt });
      }),
    );
  });

  it("uses the time of the latest write, regardless of which write started first", () => {
    expect(latest(new Date(at(3)), { updatedAt: at(5) })).toBe(at(5));
    expect(latest(new Date(at(5)), { updatedAt: at(3) })).toBe(at(5));
  });
});
