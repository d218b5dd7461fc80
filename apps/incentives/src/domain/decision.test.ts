import { describe, expect, it } from "vitest";
import { decideGrant as decideGiven } from "./decision.js";
import { type Decision, grantStates } from "./ordinals.js";

const decideGrant = (grant: Omit<Parameters<typeof decideGiven>[0], "isConnectionDeleted">, wanted: Decision) =>
  decideGiven({ ...grant, isConnectionDeleted: false }, wanted);

describe("a decision about a grant", () => {
  it("is possible only while the grant is HELD", () => {
    for (const wanted of ["RELEASED", "DECLINED"] as const) {
      const made = grantStates.filter((state) => decideGrant({ state, decision: null }, wanted).made);
      expect(made).toEqual(["HELD"]);
      expect(decideGrant({ state: "ISSUED", decision: null }, wanted)).toMatchObject({ fault: "INVALID_TRANSITION" });
    }
  });

  it("changes nothing if repeated, in any later state", () => {
    for (const state of ["ISSUING", "ISSUED", "FAILED", "REVERSED"] as const)
      expect(decideGrant({ state, decision: "RELEASED" }, "RELEASED")).toEqual({ made: false });
    expect(decideGrant({ state: "DECLINED", decision: "DECLINED" }, "DECLINED")).toEqual({ made: false });
  });

  it("is ALREADY_DECIDED when the opposite was made before", () => {
    expect(decideGrant({ state: "ISSUED", decision: "RELEASED" }, "DECLINED")).toMatchObject({ made: false, fault: "ALREADY_DECIDED" });
    expect(decideGrant({ state: "DECLINED", decision: "DECLINED" }, "RELEASED")).toMatchObject({ made: false, fault: "ALREADY_DECIDED" });
  });

  it("cannot be a release if the connection was deleted, but a repeat of the release succeeds", () => {
    const held = { state: "HELD", decision: null, isConnectionDeleted: true } as const;
    expect(decideGiven(held, "RELEASED")).toMatchObject({ made: false, fault: "INVALID_TRANSITION" });
    expect(decideGiven(held, "DECLINED")).toEqual({ made: true });
    expect(decideGiven({ ...held, state: "ISSUED", decision: "RELEASED" }, "RELEASED")).toEqual({ made: false });
  });
});
