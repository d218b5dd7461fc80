import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CustomerFacts, seenCustomers } from "./customers.js";

const time = fc.constantFrom("2026-05-01T00:00:00.000Z", "2026-05-02T00:00:00.000Z", "2026-05-03T00:00:00.000Z");
const facts: fc.Arbitrary<CustomerFacts> = fc.record({
  customerId: fc.constantFrom("a", "b"),
  ref: fc.constant("ref"),
  firstSeenAt: time,
  lastSeenAt: time,
  name: fc.constantFrom(null, "", " ", "Ann", "\u{ffff}", "🌍"),
  email: fc.constantFrom(null, "a@b.example", "z@b.example"),
  at: time,
  isProven: fc.boolean(),
});

/** Reference implementation: prefers proven values, then the newest value, then the greatest value by UTF-8 bytes. */
function lastOf(all: readonly CustomerFacts[], field: "name" | "email") {
  const keyOf = (one: CustomerFacts) => Buffer.from(`${Number(one.isProven)} ${one.at} ${one[field]}`);
  const [last] = all.filter((one) => one[field]?.trim()).sort((one, other) => Buffer.compare(keyOf(other), keyOf(one)));
  return last ? [last[field], last.at, last.isProven] : [null, null, false];
}

describe("seenCustomers", () => {
  it("equals a plain reference for any facts", () => {
    fc.assert(
      fc.property(fc.array(facts, { maxLength: 12 }), (all) => {
        const seen = seenCustomers(all);
        expect(seen.map(({ rowId }) => rowId).sort()).toEqual([...new Set(all.map(({ customerId }) => customerId))].sort());
        for (const one of seen) {
          const own = all.filter(({ customerId }) => customerId === one.rowId);
          expect([one.name, one.nameAt, one.isNameProven]).toEqual(lastOf(own, "name"));
          expect([one.email, one.emailAt, one.isEmailProven]).toEqual(lastOf(own, "email"));
          expect(one.firstSeenAt).toBe(own.map(({ firstSeenAt }) => firstSeenAt).sort()[0]);
          expect(one.lastSeenAt).toBe(
            own
              .map(({ lastSeenAt }) => lastSeenAt)
              .sort()
              .at(-1),
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it("does not depend on the order of the facts", () => {
    fc.assert(
      fc.property(fc.array(facts, { maxLength: 8 }), (all) => {
        const byId = (list: readonly CustomerFacts[]) => seenCustomers(list).sort((one, other) => (one.rowId < other.rowId ? -1 : 1));
        expect(byId([...all].reverse())).toEqual(byId(all));
      }),
    );
  });
});
