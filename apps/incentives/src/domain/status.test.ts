import { describe, expect, it } from "vitest";
import { incentiveStatuses } from "./ranks.js";
import { whyNotActive, whyNotMove } from "./status.js";

describe("the status of an incentive", () => {
  it("allows DRAFT → ACTIVE ↔ PAUSED, any → ARCHIVED → DRAFT", () => {
    const moves = incentiveStatuses.flatMap((from) => incentiveStatuses.filter((to) => !whyNotMove(from, to)).map((to) => `${from} ${to}`));
    expect(moves.filter((move) => new Set(move.split(" ")).size > 1)).toEqual([
      "DRAFT ACTIVE",
      "DRAFT ARCHIVED",
      "ACTIVE PAUSED",
      "ACTIVE ARCHIVED",
      "PAUSED ACTIVE",
      "PAUSED ARCHIVED",
      "ARCHIVED DRAFT",
    ]);
    expect(moves).toHaveLength(11);
  });

  it("names the allowed transitions", () =>
    expect(whyNotMove("DRAFT", "PAUSED")).toBe("An incentive with status DRAFT can become ACTIVE or ARCHIVED, not PAUSED."));

  it("is ACTIVE only with a form and at least one rule", () => {
    expect(whyNotActive({ formId: "f", rules: 1 })).toBeUndefined();
    expect(whyNotActive({ formId: null, rules: 1 })).toBe("An ACTIVE incentive requires a form.");
    expect(whyNotActive({ formId: "f", isFormDeleted: true, rules: 1 })).toBe("An ACTIVE incentive requires a form that is not deleted.");
    expect(whyNotActive({ formId: null, rules: 0 })).toBe("An ACTIVE incentive requires a form and at least one rule.");
  });
});
