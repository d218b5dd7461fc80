import type { Step } from "./step.js";

/** Codes in stores: placed, narrowed to a part of the catalogue, pushed. */
export const stores: readonly Step[] = [
  {
    tool: "add_discount_placements",
    input: ({ shop }) => ({ input: { connectionId: shop, discountCodeId: { name: "spare-5" }, child: { shop: { stacks: false } } } }),
    gives: ({ shop, spare }) => ({
      placement: { connectionId: shop, discountCodeId: spare, child: { shop: { stacks: false } }, targets: [] },
      userErrors: [],
    }),
    keeps: { spareInShop: "placement.placementId" },
  },
  {
    tool: "get_discount_placements_by_code",
    input: () => ({ discountCodeId: "WELCOME10" }),
    gives: ({ placement }) => [{ placementId: placement, connection: { name: "Shop" }, syncStatus: "SYNCED" }],
  },
  {
    tool: "search_placement_targets",
    input: ({ shop }) => ({ connectionId: shop, kind: "COLLECTION", query: "summer hoodies" }),
    gives: () => [{ kind: "COLLECTION", title: "Summer Hoodies", placementId: null }],
    keeps: { target: "0.externalRef" },
  },
  {
    tool: "set_placement_targets",
    input: ({ shop, placement, target }) => ({
      input: {
        ...{ connectionId: shop, placementId: placement },
        targets: [
          { kind: "COLLECTION", externalRef: target, title: "Summer Hoodies" },
          { kind: "PRODUCT", externalRef: "a product" },
        ],
      },
    }),
    gives: ({ target }) => ({
      placement: { targets: [{ externalRef: target }, { externalRef: "a product", title: null }] },
      userErrors: [],
    }),
  },
  {
    tool: "get_discount_placement_targets",
    input: ({ welcome }) => ({ discountCodeId: welcome }),
    gives: ({ placement, target }) => [
      { kind: "COLLECTION", externalRef: target, title: "Summer Hoodies", placementId: placement },
      { kind: "PRODUCT", externalRef: "a product", placementId: placement },
    ],
  },
  {
    tool: "resync_discount_placement",
    input: ({ placement }) => ({ input: { placementId: placement } }),
    gives: ({ placement, welcome }) => ({ placement: { placementId: placement, discountCodeId: welcome }, userErrors: [] }),
  },
  {
    tool: "bulk_sync_discount_codes",
    input: ({ welcome, spare }) => ({ input: { ids: [welcome, spare] } }),
    gives: () => ({ discountCodes: [{ code: "WELCOME10" }, { code: "spare-5" }], userErrors: [] }),
  },
  {
    tool: "get_discount_changes",
    input: ({ welcome, shop }) => ({
      ...{ id: welcome, first: 1 },
      filter: { connectionId: { equalTo: shop }, discountCodeId: { name: "welcome10" }, payloadHash: { isNull: false } },
    }),
    gives: ({ placement }) => ({ nodes: [{ discountPlacementId: placement }], pageInfo: { hasNextPage: true } }),
  },
  {
    tool: "get_discount_campaigns",
    input: ({ welcome }) => ({ id: welcome, first: 5 }),
    gives: () => [{ name: "Autumn" }],
  },
  {
    tool: "get_discount_code_partners",
    input: ({ welcome }) => ({ id: welcome }),
    gives: () => [{ name: "Ada Advocate", handle: "ada" }],
  },
];
