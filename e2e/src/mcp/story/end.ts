import type { Step } from "./step.js";

/** Everything is taken away again. */
export const end: readonly Step[] = [
  {
    tool: "delete_incentive",
    input: ({ incentive }) => ({ input: { incentiveId: incentive } }),
    gives: ({ incentive }) => ({ deletedId: incentive, userErrors: [] }),
  },
  {
    tool: "remove_form_placement",
    input: ({ inStore }) => ({ input: { placementId: inStore } }),
    gives: ({ inStore }) => ({ deletedId: inStore, userErrors: [] }),
  },
  {
    tool: "delete_form",
    input: ({ second }) => ({ input: { formId: second } }),
    gives: ({ second }) => ({ deletedId: second, userErrors: [] }),
  },
  {
    tool: "remove_discount_placement",
    input: ({ spareInShop }) => ({ input: { placementId: spareInShop } }),
    gives: ({ spareInShop }) => ({ deletedId: spareInShop, userErrors: [] }),
  },
  {
    tool: "delete_discount_code",
    input: ({ spare }) => ({ input: { id: spare } }),
    gives: ({ spare }) => ({ deletedId: spare, userErrors: [] }),
  },
];
