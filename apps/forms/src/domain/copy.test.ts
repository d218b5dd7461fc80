import { expect, it } from "vitest";
import { withoutIncentive } from "./copy.js";

it.each([
  [null, null],
  ["Answer and save", "Answer and save"],
  ["Answer and get [incentive] today!", "Answer and get today!"],
  ["Get [incentive].", "Get."],
  ["[incentive] for your answer", "for your answer"],
  ["[incentive] [incentive]", null],
  ["[Incentive] [incentive", "[Incentive] [incentive"],
])("%j is shown as %j without a reward", (text, shown) => expect(withoutIncentive(text)).toBe(shown));
