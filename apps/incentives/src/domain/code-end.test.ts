import { describe, expect, it } from "vitest";
import { type CodeEnd, endReason, soonest } from "./code-end.js";

const [first, second, third] = ["2026-05-01T10:00:00.000Z", "2026-05-02T10:00:00.000Z", "2026-05-03T10:00:00.000Z"] as const;
const code = (changes: Partial<CodeEnd>): CodeEnd => ({ endsAt: null, overSince: null, isDeleted: false, ...changes });

describe("a grant of a discount code", () => {
  it("ends at its own end, the code's end or the code's expiry, whichever is first", () => {
    expect(soonest(first, code({ endsAt: second, overSince: third }))).toEqual(new Date(first));
    expect(soonest(third, code({ endsAt: second }))).toEqual(new Date(second));
    expect(soonest(new Date(third), code({ endsAt: second, overSince: first }))).toEqual(new Date(first));
    expect(soonest(null, code({}))).toBeNull();
  });

  it("has ended from the code's end on", () => {
    const [before, at] = [new Date(Date.parse(second) - 1), new Date(second)];
    const ending = code({ endsAt: second });
    expect([endReason(ending, before), endReason(ending, at)]).toEqual([null, "CODE_EXPIRED"]);
    expect(endReason(code({ overSince: first, isDeleted: true }), before)).toBe("CODE_DELETED");
    expect(endReason(code({}), at)).toBeNull();
  });
});
