import { admin } from "../../workspace.js";
import type { Step } from "./step.js";

export const discounts: readonly Step[] = [
  {
    tool: "create_discount_code",
    input: ({ shop }) => ({
      input: {
        connectionId: shop,
        body: {
          ...{ code: "WELCOME10", aliased_codes: [{ id: "short", code: "HI10" }, { code: "Hello-10" }], title: "Welcome, 10 % off" },
          ...{ display_name: "10 % off your first order", value_kind: "percent", value_percent: 10.25, value_amount: null },
          ...{ usage_limit: 500, start_at: "2026-01-01T00:00:00+01:00", ends_at: null, one_time_purchase: true, status: "ACTIVE" },
          ...{ is_public: true, public_tier: "ENHANCED", origin: "newsletter", tags: { welcome: "green", "email list": "blue" } },
        },
      },
      idempotency_key: "the first code",
    }),
    expected: ({ shop }) => ({
      discountCode: {
        ...{ code: "WELCOME10", aliasCount: 2, valuePercent: "10.25", valueAmount: null, startAt: "2025-12-31T23:00:00.000Z" },
        placements: [{ connectionId: shop, syncStatus: "PENDING" }],
      },
      userErrors: [],
    }),
    captures: { welcome: "discountCode.rowId", placement: "discountCode.placements.0.placementId" },
  },
  {
    tool: "create_discount_code",
    purpose: "a fixed amount",
    input: ({ counter }) => ({
      input: {
        body: {
          ...{ code: "SPARE-5", aliased_codes: [], title: "5 off", value_kind: "amount", value_percent: null, value_amount: 5 },
          ...{ usage_limit: null, start_at: null, ends_at: null, status: "DRAFT", tags: { welcome: "green", old: "gray" } },
          placements: [{ connectionId: counter, child: { counter: { note: "by hand" } } }],
        },
      },
    }),
    expected: () => ({ discountCode: { valueAmount: "5", usageLimit: null, placements: [{ syncStatus: "NOT_PUSHED" }] }, userErrors: [] }),
    captures: { spare: "discountCode.rowId" },
  },
  {
    tool: "save_discount_code",
    purpose: "with arguments",
    input: ({ spare }) => ({ id: spare, body: { title: "Five off", status: "ACTIVE" } }),
    expected: ({ spare }) => ({ discountCode: { rowId: spare, title: "Five off", valueAmount: "5", status: "ACTIVE" }, userErrors: [] }),
  },
  {
    tool: "save_discount_code",
    purpose: "by code, in one input",
    input: () => ({ input: { body: { code: "spare-5", display_name: null, usage_limit: 3 } } }),
    expected: ({ spare }) => ({ discountCode: { rowId: spare, code: "spare-5", usageLimit: 3 }, userErrors: [] }),
  },
  {
    action: "the admin assigns the code to a partner and a campaign",
    async run({ workspaceId }) {
      const here = ["--workspace", workspaceId];
      await admin(["partner", "add", ...here, "--name", "Ada Advocate", "--handle", "@ada"]);
      await admin(["campaign", "add", ...here, "--name", "Autumn"]);
      await admin(["partner", "assign", ...here, "WELCOME10", "--partner", "Ada Advocate"]);
      await admin(["campaign", "assign", ...here, "WELCOME10", "--campaign", "Autumn"]);
      return {};
    },
  },
  {
    tool: "get_discount",
    input: ({ welcome }) => ({ id: welcome }),
    expected: ({ welcome }) => ({
      ...{ rowId: welcome, tags: { welcome: "green", "email list": "blue" }, exhausted: false, partner: { name: "Ada Advocate" } },
      aliasedCodes: [{ id: "short", code: "HI10" }, { code: "Hello-10" }],
    }),
  },
  {
    tool: "list_discount_codes",
    input: () => ({
      filter: {
        and: [{ code: { includesInsensitive: "WELCOME" } }, { status: { in: ["ACTIVE", "SCHEDULED"] } }],
        ...{ partnerId: "@ADA", valuePercent: { greaterThan: "10", lessThanOrEqualTo: "10.25" }, aliasCount: { equalTo: 2 } },
        ...{ createdAt: { greaterThan: "2026-01-01T00:00:00+02:00" }, partnerByPartnerIdExists: true, not: { tier: { isNull: true } } },
      },
      ...{ first: 1, offset: 0, orderBy: ["CODE_ASC", "CREATED_AT_DESC"], withTotal: true, fields: "*, partner.name" },
    }),
    expected: () => ({
      nodes: [{ code: "WELCOME10", partner: { name: "Ada Advocate" } }],
      pageInfo: { hasNextPage: false },
      totalCount: 1,
    }),
  },
  {
    tool: "get_discount_codes_aggregates_filtered",
    input: ({ welcome, spare }) => ({ filter: { rowId: { in: [welcome, spare] } } }),
    expected: () => ({
      count: 2,
      max: { valuePercent: "10.25", valueAmount: "5" },
      byStatus: perStatus({ EXPIRED: 0, DRAFT: 0, SCHEDULED: 0, ACTIVE: 2 }),
    }),
  },
  {
    tool: "get_discount_code_tag_facets",
    input: () => ({ first: 2 }),
    expected: () => [{ name: "welcome", color: "green", count: 2 }, { count: 1 }],
  },
  {
    tool: "get_discount_code_alias_exists",
    input: ({ spare }) => ({ codes: ["hi10", "SPARE-5"], excludeDiscountId: spare }),
    expected: ({ welcome }) => [
      { code: "hi10", exists: true, discountCodeId: welcome },
      { code: "SPARE-5", exists: false, discountCodeId: null },
    ],
  },
  {
    tool: "set_discount_tag_color",
    input: () => ({ input: { name: "welcome", color: "purple" } }),
    expected: () => ({ tag: { name: "welcome", color: "purple", count: 2 }, userErrors: [] }),
  },
  {
    tool: "bulk_rename_tag_across_workspace_discounts",
    input: () => ({ input: { fromTag: "welcome", toTag: "hello" } }),
    expected: () => ({ discountCodes: [{ tags: { hello: "purple" } }, { tags: { hello: "purple" } }], userErrors: [] }),
  },
  {
    tool: "bulk_remove_tag_from_workspace_discounts",
    input: () => ({ input: { tag: "old" } }),
    expected: ({ spare }) => ({ discountCodes: [{ rowId: spare, tags: { hello: "purple" } }], userErrors: [] }),
  },
  {
    tool: "bulk_update_discount_code_status",
    input: ({ spare }) => ({ input: { ids: [spare], status: "DRAFT" } }),
    expected: ({ spare }) => ({ discountCodes: [{ rowId: spare, status: "DRAFT" }], userErrors: [] }),
  },
  {
    tool: "validate_discount_code",
    input: ({ shop }) => ({ code: "hi10", connectionId: shop, cart: { currencyId: "eur", items: [{ amount: "9.99", quantity: 2 }] } }),
    expected: ({ welcome }) => ({
      ...{ valid: true, reasons: [], discountCode: { rowId: welcome }, subtotal: "19.98", amountOff: "2.05", total: "17.93" },
    }),
  },
  {
    tool: "save_discount_code",
    purpose: "to delete",
    input: () => ({ body: { code: "TEMPORARY" } }),
    expected: () => ({ discountCode: { code: "TEMPORARY", status: "DRAFT" }, userErrors: [] }),
    captures: { temporary: "discountCode.rowId" },
  },
  {
    tool: "list_discount_codes",
    purpose: "by campaign, placement, tag and kind of value",
    input: ({ shop }) => ({
      filter: {
        ...{ connectionId: { equalTo: shop }, syncStatus: { notEqualTo: "NOT_PUSHED" }, campaignId: { isNull: false } },
        ...{ tag: { anyEqualTo: "hello" }, valueKind: { equalTo: "percent" }, isPublic: { equalTo: true } },
        startAt: { lessThan: "2026-01-01T00:00:00Z" },
      },
    }),
    expected: ({ welcome }) => ({ nodes: [{ rowId: welcome }] }),
  },
  {
    tool: "bulk_delete_discount_codes",
    input: ({ temporary }) => ({ input: { ids: [temporary] } }),
    expected: ({ temporary }) => ({ deletedIds: [temporary], userErrors: [] }),
  },
];

function perStatus(counts: Record<string, number>): object[] {
  return Object.entries(counts).map(([status, count]) => ({ status, count }));
}
