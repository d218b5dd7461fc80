import { discountCodeCreated, discountCodeDeleted, discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { describe, expect, it } from "vitest";
import { mayConcernStores } from "./push-placements.js";

type Pushable = Parameters<typeof mayConcernStores>[0];
const placements = [{ placementId: "a placement", connectionId: "a store" }];
const event = (type: string, data: object) => ({ type, data }) as Pushable;
const updated = (changed: string[], placed = placements) => event(discountCodeUpdated.subject, { changed, placements: placed });

describe("mayConcernStores accepts an event of a code", () => {
  it("that was created with placements, not without", () => {
    expect(mayConcernStores(event(discountCodeCreated.subject, { placements }))).toBe(true);
    expect(mayConcernStores(event(discountCodeCreated.subject, { placements: [] }))).toBe(false);
  });

  it("that is placed and changed in a field that stores receive", () => {
    expect(mayConcernStores(updated(["status", "updatedAt"]))).toBe(true);
    expect(mayConcernStores(updated(["status", "updatedAt"], []))).toBe(false);
    expect(mayConcernStores(updated(["tags", "updatedAt"]))).toBe(false);
    expect(mayConcernStores(updated(["usageCount"]))).toBe(false);
  });

  it("whose placements changed, even to none, or that was deleted", () => {
    expect(mayConcernStores(updated(["placements", "updatedAt"], []))).toBe(true);
    expect(mayConcernStores(event(discountCodeDeleted.subject, {}))).toBe(true);
  });
});
