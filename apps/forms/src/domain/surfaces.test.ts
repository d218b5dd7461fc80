import { Violations } from "@offergraph/shared/errors/user-error";
import { describe, expect, it } from "vitest";
import { channelsOf, checkChannelSurface, checkSurfacesInUse } from "./channels.js";

const [checkout, website, hosted] = channelsOf("018f0000-0000-7000-8000-000000000001");
if (!checkout || !website || !hosted) throw new Error("Three channels are built in.");
const found = (check: (violations: Violations) => void) => {
  const violations = new Violations();
  check(violations);
  return violations.list.map(({ code, message }) => `${code} ${message}`);
};

describe("a form's surfaces", () => {
  it("restrict its channels; an empty list allows all", () => {
    expect(found((violations) => checkChannelSurface([], website, [], violations))).toEqual([]);
    expect(found((violations) => checkChannelSurface(["WEBSITE"], website, [], violations))).toEqual([]);
    expect(found((violations) => checkChannelSurface(["IN_PLATFORM", "WEBSITE"], hosted, [], violations))).toEqual([
      "INVALID The channel Hosted page has the surface EMAIL_SHAREABLE; the form allows IN_PLATFORM, WEBSITE. Use another channel, or add the surface with update_form.",
    ]);
  });

  it("cannot be removed while placements use them", () => {
    expect(found((violations) => checkSurfacesInUse(["WEBSITE"], [website, website], [], violations))).toEqual([]);
    expect(found((violations) => checkSurfacesInUse([], [checkout], [], violations))).toEqual([]);
    expect(found((violations) => checkSurfacesInUse(["WEBSITE"], [hosted, hosted, checkout, website], [], violations))).toEqual([
      "IN_USE The form has placements on Hosted page (EMAIL_SHAREABLE), Store checkout (IN_PLATFORM); remove them first, or keep the surface.",
    ]);
  });
});
