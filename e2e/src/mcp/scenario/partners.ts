import type { Step } from "./step.js";

/** Creates a separate partner, and calls every operation on partners and posts. */
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
    input: () => ({ input: { partnerId: "@bo", discountCodeIds: ["spare-5"] }, fields: "discountCodes.rowId, discountCodes.partnerId" }),
    expected: ({ partner, spare }) => ({ discountCodes: [{ rowId: spare, partnerId: partner }], userErrors: [] }),
  },
  {
    tool: "create_post",
    input: () => {
      const post = { url: "https://video.example/bo/1", channel: "video", publishedAt: "2026-05-01T10:00:00Z" };
      return { input: { partnerId: "@bo", ...post, discountCodeIds: ["spare-5"] } };
    },
    expected: ({ partner }) => ({ post: { partnerId: partner, channel: "video" }, userErrors: [] }),
    captures: { post: "post.rowId" },
  },
  {
    tool: "update_post",
    input: ({ post }) => ({ input: { postId: post, channel: "live video" } }),
    expected: ({ post }) => ({ post: { rowId: post, channel: "live video" }, userErrors: [] }),
  },
  { tool: "get_post", input: ({ post }) => ({ id: post }), expected: ({ post }) => ({ rowId: post }) },
  {
    tool: "list_posts",
    input: ({ spare }) => ({ filter: { partnerId: "@bo", discountCodeId: { equalTo: spare } }, orderBy: ["PUBLISHED_AT_DESC"] }),
    expected: ({ post }) => ({ nodes: [{ rowId: post }], pageInfo: { hasNextPage: false } }),
  },
];

export const partnersCleanup: readonly Step[] = [
  {
    tool: "delete_post",
    input: ({ post }) => ({ input: { postId: post } }),
    expected: ({ post }) => ({ deletedId: post, userErrors: [] }),
  },
  {
    tool: "delete_partner",
    input: ({ partner }) => ({ input: { partnerId: partner } }),
    expected: ({ partner }) => ({ deletedId: partner, changedCodeCount: 1, userErrors: [] }),
  },
];
