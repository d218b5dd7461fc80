import type { Step } from "./step.js";

/** Calls every operation on partners with a partner of its own. */
export const partners: readonly Step[] = [
  {
    tool: "create_partner",
    input: () => ({ input: { name: "Bo Blogger", handle: "@bo" }, idempotency_key: "the first partner" }),
    expected: () => ({ partner: { name: "Bo Blogger", handle: "bo" }, userErrors: [] }),
    captures: { partner: "partner.rowId" },
  },
  {
    tool: "update_partner",
    input: () => ({ input: { partnerId: "@BO", name: "Bo the Blogger" } }),
    expected: ({ partner }) => ({ partner: { rowId: partner, name: "Bo the Blogger", handle: "bo" }, userErrors: [] }),
  },
  { tool: "get_partner", input: () => ({ partnerId: { name: "Bo the Blogger" } }), expected: ({ partner }) => ({ rowId: partner }) },
  {
    tool: "list_partners",
    input: () => ({ filter: { handle: { equalTo: "bo" } }, orderBy: ["NAME_ASC"], last: 1 }),
    expected: ({ partner }) => ({ nodes: [{ rowId: partner }], pageInfo: { hasNextPage: false } }),
  },
  {
    tool: "assign_discount_codes_to_partner",
    input: () => ({ input: { partnerId: "@bo", discountCodeIds: ["spare-5"] } }),
    expected: ({ partner, spare }) => ({ discountCodes: [{ rowId: spare, partnerId: partner }], userErrors: [] }),
  },
];

export const partnersCleanup: readonly Step[] = [
  {
    tool: "delete_partner",
    input: ({ partner }) => ({ input: { partnerId: partner } }),
    expected: ({ partner }) => ({ deletedId: partner, changedCodeCount: 1, userErrors: [] }),
  },
];
