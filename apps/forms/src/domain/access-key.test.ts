import { describe, expect, it } from "vitest";
import { isOpen, placementFor } from "./access-key.js";
import { formStatuses } from "./ordinals.js";

const now = new Date("2026-06-01T12:00:00.000Z");
const placement = (formId: string, share: number | null, changes: object = {}) => ({
  formId,
  share,
  status: formStatuses.indexOf("PUBLISHED"),
  startsAt: null,
  endsAt: null,
  enableEndsAt: false,
  published: true,
  connectionId: null as string | null,
  config: {},
  ...changes,
});
const visitors = Array.from({ length: 10_000 }, (_, index) => `visitor ${index}`);

describe("the rotation", () => {
  const [asked, second, third] = [placement("main", 70), placement("second", 20), placement("third", 10)];

  it("assigns 10,000 visitors by share, within 2 points, and the same form on return", () => {
    const got = visitors.map((visitor) => placementFor(visitor, asked, [second, third], now).formId);
    const percent = (formId: string) => got.filter((one) => one === formId).length / 100;
    expect(Math.abs(percent("main") - 70)).toBeLessThan(2);
    expect(Math.abs(percent("second") - 20)).toBeLessThan(2);
    expect(Math.abs(percent("third") - 10)).toBeLessThan(2);
    // The order of the placements does not change the result.
    expect(visitors.map((visitor) => placementFor(visitor, asked, [third, second], now).formId)).toEqual(got);
  });

  it("serves the requested form without a visitor id or without other placements", () => {
    expect(placementFor(undefined, asked, [second, third], now)).toBe(asked);
    expect(visitors.slice(0, 100).every((visitor) => placementFor(visitor, asked, [], now) === asked)).toBe(true);
  });

  it("excludes closed forms and those of another store", () => {
    const closed = placement("second", 99, { startsAt: "2026-06-01T12:00:00.001Z" });
    const unpublished = placement("third", 99, { published: false });
    const inStore = placement("main", 1, { connectionId: "one" });
    const elsewhere = placement("fourth", 99, { connectionId: "other" });
    for (const visitor of visitors.slice(0, 100))
      expect(placementFor(visitor, inStore, [closed, unpublished, elsewhere], now)).toBe(inStore);
    const everywhere = placement("fifth", 100);
    expect(placementFor("a", placement("main", 0, { connectionId: "one" }), [everywhere], now)).toBe(everywhere);
  });

  it("uses the first of a form's placements", () => {
    const [first, later] = [placement("second", 100), placement("second", 100)];
    expect(placementFor("a", placement("main", 0), [first, later], now)).toBe(first);
  });
});

describe("a placement", () => {
  it.each([
    ["published", {}, true],
    ["not published", { published: false }, false],
    ["of a form that is not published", { status: formStatuses.indexOf("READY") }, false],
    ["of a form that ends now", { enableEndsAt: true, endsAt: now.toISOString() }, false],
    ["of a form whose end does not count", { endsAt: now.toISOString() }, true],
  ])("that is %s is open or not", (_what, changes, open) => {
    expect(isOpen(placement("a", 100, changes), now)).toBe(open);
  });
});
