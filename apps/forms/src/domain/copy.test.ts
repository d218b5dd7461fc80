import { describe, expect, it } from "vitest";
import { promisedText, withReward } from "./copy.js";

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
