import { bulkDecisions, credits } from "./credits.js";
import type { Step } from "./step.js";

/** Runs the steps of `credits` and `bulkDecisions`, then deletes records. */
export const cleanup: readonly Step[] = [
  ...credits,
  ...bulkDecisions,
  {
    tool: "delete_incentive",
    input: ({ incentive }) => ({ input: { incentiveId: incentive } }),
    expected: ({ incentive }) => ({ deletedId: incentive, userErrors: [] }),
  },
  {
    tool: "remove_form_placement",
    input: ({ inStore }) => ({ input: { placementId: inStore } }),
    expected: ({ inStore }) => ({ deletedId: inStore, userErrors: [] }),
  },
  {
    tool: "delete_form",
    input: ({ second }) => ({ input: { formId: second } }),
    expected: ({ second }) => ({ deletedId: second, userErrors: [] }),
  },
  {
    tool: "remove_discount_placement",
    input: ({ spareInShop }) => ({ input: { placementId: spareInShop } }),
    expected: ({ spareInShop }) => ({ deletedId: spareInShop, userErrors: [] }),
  },
  {
    tool: "delete_discount_code",
    input: ({ spare }) => ({ input: { id: spare } }),
    expected: ({ spare }) => ({ deletedId: spare, userErrors: [] }),
  },
  {
    tool: "erase_customer",
    input: () => ({ input: { customerId: "ann@shop.example" } }),
    expected: () => ({ userErrors: [] }),
  },
];
