import { discountCodeCreated, discountCodeDeleted, discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { describe, expect, it } from "vitest";
import { requiresPush } from "./push-placements.js";

type Pushable = Parameters<typeof requiresPush>[0];
const placements = [{ placementId: "a placement", connectionId: "a store" }];
const event = (type: string, data: object) => ({ type, data }) as Pushable;
const updated = (changed: string[], placed = placements) => event(discountCodeUpdated.subject, { changed, placements: placed });

describe("requiresPush accepts an event of a code", () => {
  it("that was created with placements, not without", () => {
    expect(requiresPush(event(discountCodeCreated.subject, { placements }))).toBe(true);
    expect(requiresPush(event(discountCodeCreated.subject, { placements: [] }))).toBe(false);
  });

  it("that is placed and changed in a field that stores receive", () => {
    expect(requiresPush(updated(["status", "updatedAt"]))).toBe(true);
    expect(requiresPush(updated(["status", "updatedAt"], []))).toBe(false);
    expect(requiresPush(updated(["tags", "updatedAt"]))).toBe(false);
    expect(requiresPush(updated(["usageCount"]))).toBe(false);
  });

  it("whose placements changed, even to none, or that was deleted", () => {
    expect(requiresPush(updated(["placements", "updatedAt"], []))).toBe(true);
    expect(requiresPush(event(discountCodeDeleted.subject, {}))).toBe(true);
  });
});
