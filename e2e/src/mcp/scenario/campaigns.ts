import type { Step } from "./step.js";

export const campaigns: readonly Step[] = [
  {
    tool: "create_campaign",
    input: () => ({ input: { name: "Winter", startsAt: "2026-12-01T00:00:00Z", endsAt: "2027-03-01T00:00:00Z", note: "with snow" } }),
    expected: () => ({ campaign: { name: "Winter", startsAt: "2026-12-01T00:00:00.000Z", note: "with snow" }, userErrors: [] }),
    captures: { campaign: "campaign.rowId" },
  },
  {
    tool: "update_campaign",
    input: () => ({ input: { campaignId: "Winter", note: null } }),
    expected: ({ campaign }) => ({ campaign: { rowId: campaign, note: null }, userErrors: [] }),
  },
  { tool: "get_campaign", input: () => ({ campaignId: { name: "Winter" } }), expected: ({ campaign }) => ({ rowId: campaign }) },
  {
    tool: "list_campaigns",
    input: () => ({ filter: { startsAt: { isNull: false } }, orderBy: ["STARTS_AT_ASC"], last: 1 }),
    expected: ({ campaign }) => ({ nodes: [{ rowId: campaign }] }),
  },
  {
    tool: "assign_discount_codes_to_campaign",
    input: () => ({ input: { campaignId: "Winter", discountCodeIds: ["spare-5"] } }),
    expected: ({ spare }) => ({ discountCodes: [{ rowId: spare }], userErrors: [] }),
  },
  {
    tool: "list_discount_codes",
    purpose: "of the campaign",
    input: () => ({ filter: { campaignId: "Winter" }, fields: "rowId" }),
    expected: ({ spare }) => ({ nodes: [{ rowId: spare }] }),
  },
  {
    tool: "get_campaign_performance",
    input: () => ({ campaignId: "Winter" }),
    expected: ({ campaign, spare }) => ({ rowId: campaign, discountCodeIds: [spare], discountCodeCount: 1, orderCount: 0 }),
  },
];

export const campaignsCleanup: readonly Step[] = [
  {
    tool: "remove_discount_codes_from_campaign",
    input: ({ campaign, spare }) => ({ input: { campaignId: campaign, discountCodeIds: [spare] } }),
    expected: ({ spare }) => ({ discountCodes: [{ rowId: spare }], userErrors: [] }),
  },
  {
    tool: "delete_campaign",
    input: () => ({ input: { campaignId: "Winter" } }),
    expected: ({ campaign }) => ({ deletedId: campaign, userErrors: [] }),
  },
];
