import { describe, expect, it } from "vitest";
import { ownReward, type Promised, visiblePromises } from "./promises.js";

const promise = (changes: Partial<Promised> = {}): Promised => ({
  incentiveId: "one",
  audience: null,
  tier: null,
  kind: "discount",
  outcome: "COMPLETE",
  terms: {},
  valuePercent: "10",
  valueAmount: null,
  ...changes,
});
const credit = { kind: "billing_credit", terms: { amount_minor: 500, currency: "eur", expires_in_days: 30 }, valuePercent: null };
const hidden = { kind: "metadata", terms: { public_label: null }, valuePercent: null };

describe("what visitors are told of a form's rewards", () => {
  it("is kind, label, outcome, tier and audience of each rule", () =>
    expect(
      visiblePromises([
        promise({ tier: "quick" }),
        promise({ ...credit, outcome: "SKIPPED", audience: "NEW" }),
        promise({ kind: "entitlement", terms: { lookup_key: "seats", limit: 3 }, valuePercent: null }),
        promise({ kind: "metadata", terms: { public_label: "VIP" }, valuePercent: null }),
      ]),
    ).toEqual([
      { kind: "discount", label: "10 % off", outcome: "COMPLETE", tier: "quick", audience: null },
      { kind: "billing_credit", label: "5.00 EUR", outcome: "SKIPPED", tier: null, audience: "NEW" },
      { kind: "entitlement", label: "+3 seats", outcome: "COMPLETE", tier: null, audience: null },
      { kind: "metadata", label: "VIP", outcome: "COMPLETE", tier: null, audience: null },
    ]));

  it("says nothing of what is given for leaving a form, nor of what only other systems read", () =>
    expect(visiblePromises([promise({ outcome: "INCOMPLETE" }), promise(hidden)])).toEqual([]));

  it("has no label where a discount code is not known yet", () =>
    expect(visiblePromises([promise({ valuePercent: null })])).toMatchObject([{ kind: "discount", label: null }]));
});

describe("a line's own reward", () => {
  const [quick, enhanced] = [
    promise({ tier: "quick", valuePercent: "5" }),
    promise({ incentiveId: "two", tier: "enhanced", valuePercent: "20" }),
  ];

  it("is of the line's tier", () => {
    expect(ownReward([quick, enhanced], "quick")).toBe("5 % off");
    expect(ownReward([quick, enhanced], "enhanced")).toBe("20 % off");
  });

  it("is one without a tier where the line's has none, and never of the other line's tier", () => {
    expect(ownReward([quick, promise({ incentiveId: "two" })], "enhanced")).toBe("10 % off");
    expect(ownReward([promise({ incentiveId: "two" }), quick], "quick")).toBe("5 % off");
    expect(ownReward([quick], "enhanced")).toBeNull();
  });

  it("is all that one incentive gives for completing, and nothing that only other systems read", () =>
    expect(
      ownReward(
        [promise(), promise(credit), promise(hidden), promise({ outcome: "SKIPPED", valuePercent: "1" }), promise({ incentiveId: "two" })],
        "quick",
      ),
    ).toBe("10 % off and 5.00 EUR"));

  it("is one for everybody before one for some", () => {
    const forNew = promise({ audience: "NEW", valuePercent: "50" });
    expect(ownReward([forNew, promise({ incentiveId: "two" })], "quick")).toBe("10 % off");
    expect(ownReward([forNew], "quick")).toBe("50 % off");
  });
});
