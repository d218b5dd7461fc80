import { discountCodeCreated, discountCodeDeleted, discountCodeUpdated } from "@offergraph/shared/events/catalog/discounts";
import { describe, expect, it } from "vitest";
import { mayConcernStores } from "./push-placements.js";

type Pushable = Parameters<typeof mayConcernStores>[0];
const placements = [{ placementId: "a placement", connectionId: "a store" }];
const event = (type: string, data: object) => ({ type, data }) as Pushable;
const updated = (changed: string[], placed = placements) => event(discountCodeUpdated.subject, { changed, placements: placed });

describe("what happened to a code may concern stores", () => {
  it("when it is made in one, not when it is made in none", () => {
    expect(mayConcernStores(event(discountCodeCreated.subject, { placements }))).toBe(true);
    expect(mayConcernStores(event(discountCodeCreated.subject, { placements: [] }))).toBe(false);
  });

  it("when it changed in what stores are told, and is in one", () => {
    expect(mayConcernStores(updated(["status", "updatedAt"]))).toBe(true);
    expect(mayConcernStores(updated(["status", "updatedAt"], []))).toBe(false);
    expect(mayConcernStores(updated(["tags", "updatedAt"]))).toBe(false);
    expect(mayConcernStores(updated(["usageCount"]))).toBe(false);
  });

  it("when its placements changed, also when none is left; and always when it is deleted", () => {
    expect(mayConcernStores(updated(["placements", "updatedAt"], []))).toBe(true);
    expect(mayConcernStores(event(discountCodeDeleted.subject, {}))).toBe(true);
  });
});
