import { describe, expect, it } from "vitest";
import { incentiveStatuses } from "./ordinals.js";
import { activationError, transitionError } from "./status.js";

describe("the status of an incentive", () => {
  it("allows DRAFT → ACTIVE ↔ PAUSED, any → ARCHIVED → DRAFT", () => {
    const moves = incentiveStatuses.flatMap((from) =>
      incentiveStatuses.filter((to) => !transitionError(from, to)).map((to) => `${from} ${to}`),
    );
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
    expect(transitionError("DRAFT", "PAUSED")).toBe("An incentive with status DRAFT can become ACTIVE or ARCHIVED, not PAUSED."));

  it("is ACTIVE only with a form and at least one rule", () => {
    expect(activationError({ formId: "f", rules: 1 })).toBeUndefined();
    expect(activationError({ formId: null, rules: 1 })).toBe("An ACTIVE incentive requires a form.");
    expect(activationError({ formId: "f", isFormDeleted: true, rules: 1 })).toBe(
      "An ACTIVE incentive requires a form that is not deleted.",
    );
    expect(activationError({ formId: null, rules: 0 })).toBe("An ACTIVE incentive requires a form and at least one rule.");
  });
});
