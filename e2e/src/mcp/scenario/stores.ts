import type { Step } from "./step.js";

/** Places codes in stores, restricts the codes to targets, and pushes the codes to the stores. */
export const stores: readonly Step[] = [
  {
    tool: "add_discount_placements",
    input: ({ shop }) => ({ input: { connectionId: shop, discountCodeId: { name: "spare-5" }, child: { shop: { stacks: false } } } }),
    expected: ({ shop, spare }) => ({
      placement: { connectionId: shop, discountCodeId: spare, child: { shop: { stacks: false } }, targets: [] },
      userErrors: [],
    }),
    captures: { spareInShop: "placement.placementId" },
  },
  {
    tool: "get_discount_placements_by_code",
    input: () => ({ discountCodeId: "WELCOME10" }),
    expected: ({ placement }) => [{ placementId: placement, connection: { name: "Shop" }, syncStatus: "SYNCED" }],
  },
  {
    tool: "search_placement_targets",
    input: ({ shop }) => ({ connectionId: shop, kind: "COLLECTION", query: "summer hoodies" }),
    expected: () => [{ kind: "COLLECTION", title: "Summer Hoodies", placementId: null }],
    captures: { target: "0.externalRef" },
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
    expected: ({ target }) => ({
      placement: { targets: [{ externalRef: target }, { externalRef: "a product", title: null }] },
      userErrors: [],
    }),
  },
  {
    tool: "get_discount_placement_targets",
    input: ({ welcome }) => ({ discountCodeId: welcome }),
    expected: ({ placement, target }) => [
      { kind: "COLLECTION", externalRef: target, title: "Summer Hoodies", placementId: placement },
      { kind: "PRODUCT", externalRef: "a product", placementId: placement },
    ],
  },
  {
    tool: "resync_discount_placement",
    input: ({ placement }) => ({ input: { placementId: placement } }),
    expected: ({ placement, welcome }) => ({ placement: { placementId: placement, discountCodeId: welcome }, userErrors: [] }),
  },
  {
    tool: "bulk_sync_discount_codes",
    input: ({ welcome, spare }) => ({ input: { ids: [welcome, spare] } }),
    expected: () => ({ discountCodes: [{ code: "WELCOME10" }, { code: "spare-5" }], userErrors: [] }),
  },
  {
    tool: "get_discount_changes",
    input: ({ welcome, shop }) => ({
      ...{ id: welcome, first: 1 },
      filter: { connectionId: { equalTo: shop }, discountCodeId: { name: "welcome10" }, payloadHash: { isNull: false } },
    }),
    expected: ({ placement }) => ({ nodes: [{ discountPlacementId: placement }], pageInfo: { hasNextPage: true } }),
  },
  {
    tool: "get_discount_campaigns",
    input: ({ welcome }) => ({ id: welcome, first: 5 }),
    expected: () => [{ name: "Autumn" }],
  },
  {
    tool: "get_discount_code_partners",
    input: ({ welcome }) => ({ id: welcome }),
    expected: () => [{ name: "Ada Advocate", handle: "ada" }],
  },
];
