import { describe, expect, it } from "vitest";
import { ownReward, promisedText, rewardOffers, type StoredOffer, withReward } from "./reward-offers.js";

const promise = (changes: Partial<StoredOffer> = {}): StoredOffer => ({
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

describe("reward offers shown to visitors", () => {
  it("have kind, label, outcome, tier and audience of each rule", () =>
    expect(
      rewardOffers([
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

  it("exclude rewards for abandoned responses and metadata without a label", () =>
    expect(rewardOffers([promise({ outcome: "INCOMPLETE" }), promise(hidden)])).toEqual([]));

  it("have no label while the discount code is unknown", () =>
    expect(rewardOffers([promise({ valuePercent: null })])).toMatchObject([{ kind: "discount", label: null }]));
});

describe("the reward of a text", () => {
  const [quick, enhanced] = [
    promise({ tier: "quick", valuePercent: "5" }),
    promise({ incentiveId: "two", tier: "enhanced", valuePercent: "20" }),
  ];

  it("has the text's tier", () => {
    expect(ownReward([quick, enhanced], "quick")).toBe("5 % off");
    expect(ownReward([quick, enhanced], "enhanced")).toBe("20 % off");
  });

  it("falls back to one without a tier, never to the other tier", () => {
    expect(ownReward([quick, promise({ incentiveId: "two" })], "enhanced")).toBe("10 % off");
    expect(ownReward([promise({ incentiveId: "two" }), quick], "quick")).toBe("5 % off");
    expect(ownReward([quick], "enhanced")).toBeNull();
  });

  it("joins all COMPLETE rewards of one incentive, without unlabeled metadata", () =>
    expect(
      ownReward(
        [promise(), promise(credit), promise(hidden), promise({ outcome: "SKIPPED", valuePercent: "1" }), promise({ incentiveId: "two" })],
        "quick",
      ),
    ).toBe("10 % off and 5.00 EUR"));

  it("prefers one for all customers over one for an audience", () => {
    const forNew = promise({ audience: "NEW", valuePercent: "50" });
    expect(ownReward([forNew, promise({ incentiveId: "two" })], "quick")).toBe("10 % off");
    expect(ownReward([forNew], "quick")).toBe("50 % off");
  });
});

describe("[incentive] in a placement's text", () => {
  it.each([
    ["Get [incentive] for a minute of yours", "Get 10 % off for a minute of yours"],
    ["[incentive], and again [incentive]", "10 % off, and again 10 % off"],
    ["[Incentive] [incentiv]", "[Incentive] [incentiv]"],
    [" ", null],
    [null, null],
  ])("in %j is replaced by the reward: %j", (text, shown) => expect(withReward(text, "10 % off")).toBe(shown));

  it("inserts special characters of a reward literally", () => expect(withReward("[incentive]!", "$& $1 +3 a")).toBe("$& $1 +3 a!"));

  it.each([
    ["Take it [incentive]", "Take it"],
    ["Take it [incentive]!", "Take it!"],
    ["[incentive] for you", "for you"],
    [" [incentive] ", null],
    ["Nothing", "Nothing"],
    [null, null],
  ])("is removed from %j without a reward: %j", (text, shown) => expect(withReward(text, null)).toBe(shown));
});

it.each([
  ["Enjoy [incentive]", "10 % off", "Enjoy 10 % off"],
  ["Enjoy [incentive]", null, null],
  ["See you soon", null, "See you soon"],
  [null, null, null],
])("%j with the reward %j is shown to visitors as %j", (text, reward, shown) => expect(promisedText(text, reward)).toBe(shown));
