import { parse } from "graphql";
import { expect, it } from "vitest";
import { readOwnership } from "./ownership.js";
import { realTools } from "./testing/real-tools.js";

const { engine } = realTools();
const { subgraphs, owner, isEntity } = readOwnership(parse(engine.supergraphSdl));

it("names the subgraphs and which of them answers a root field", () => {
  expect(subgraphs).toEqual(["discounts", "forms", "incentives", "orders", "workspace"]);
  expect([owner("Query", "get_discount"), owner("Mutation", "publish_form"), owner("Query", "list_orders")]).toEqual([
    "discounts",
    "forms",
    "orders",
  ]);
  expect(owner("Query", "nothing")).toBeUndefined();
});

it("knows entities from values", () => {
  expect(["DiscountCode", "Form", "Order"].map(isEntity)).toEqual([true, true, true]);
  expect(["PageInfo", "Query", "Nothing"].map(isEntity)).toEqual([false, false, false]);
});
