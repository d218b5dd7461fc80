import type { Step } from "./step.js";

const discount = ({ welcome }: { welcome: string }) => ({
  ...{ kind_slug: "discount", outcome: "COMPLETE", discount_code_id: welcome, connection_id: null },
  terms: { delivery: "UNIQUE", prefix: "THANKS", expires_in_days: 30 },
});
const label = {
  ...{ kind_slug: "metadata", outcome: "SKIPPED" },
  terms: { fields: { vip: true, Score_1: 4.5, note: "kept", none: null }, public_label: "Friend of the shop" },
};

export const incentives: readonly Step[] = [
  {
    tool: "get_incentive_kinds",
    input: () => ({}),
    expected: () => [{ slug: "discount" }, { slug: "billing_credit" }, { slug: "entitlement" }, { slug: "metadata" }],
  },
  {
    tool: "create_incentive",
    input: ({ form, welcome }) => ({
      input: {
        ...{
          name: "Thanks",
          description: "For those who answer",
          formId: form,
          audience: null,
          tier: "enhanced",
          limitCount: 2,
          limitPeriod: "WEEK",
        },
        rules: [discount({ welcome }), label],
      },
    }),
    expected: ({ welcome }) => ({
      incentive: {
        name: "Thanks",
        status: "DRAFT",
        limitCount: 2,
        rules: [{ discountCodeId: welcome, terms: { prefix: "THANKS" } }, { kindSlug: "metadata" }],
      },
      userErrors: [],
    }),
    captures: { incentive: "incentive.rowId" },
  },
  {
    tool: "create_incentive",
    purpose: "with a name only",
    input: () => ({ input: { name: "Other things" } }),
    expected: () => ({ incentive: { name: "Other things", rules: [] }, userErrors: [] }),
    captures: { other: "incentive.rowId" },
  },
  {
    tool: "replace_incentive_rules",
    input: ({ shop }) => ({
      input: {
        incentiveId: { name: "Other things" },
        rules: [
          {
            kind_slug: "billing_credit",
            outcome: "COMPLETE",
            connection_id: shop,
            terms: { amount_minor: 250, currency: "eur", expires_in_days: 365 },
          },
          { kind_slug: "entitlement", outcome: "INCOMPLETE", terms: { lookup_key: "seats", limit: 3 } },
          label,
        ],
      },
    }),
    expected: ({ other, shop }) => ({
      incentive: {
        rowId: other,
        rules: [{ connectionId: shop, terms: { currency: "eur" } }, { terms: { limit: 3 } }, { outcome: "SKIPPED" }],
      },
      userErrors: [],
    }),
  },
  {
    tool: "replace_incentive_rules",
    purpose: "with one rule",
    input: ({ incentive, welcome }) => ({ input: { incentiveId: incentive, rules: [discount({ welcome })] } }),
    expected: () => ({ incentive: { rules: [{ kindSlug: "discount" }] }, userErrors: [] }),
    captures: { rule: "incentive.rules.0.rowId" },
  },
  {
    tool: "update_incentive",
    input: ({ incentive }) => ({
      input: {
        ...{ incentiveId: incentive, status: "ACTIVE", icon: "party-popper", iconColor: "pink", minTrustScore: 1 },
        ...{ limitCount: null, limitPeriod: null, description: null },
      },
    }),
    expected: () => ({
      incentive: { status: "ACTIVE", icon: "party-popper", minTrustScore: 1, limitCount: null, description: null },
      userErrors: [],
    }),
  },
  {
    tool: "get_incentive",
    input: ({ incentive }) => ({ id: incentive }),
    expected: ({ form, rule }) => ({
      name: "Thanks",
      form: { rowId: form, formSlug: "how-was-your-order" },
      rules: [{ rowId: rule, discountCode: { code: "WELCOME10" } }],
    }),
  },
  {
    tool: "list_incentives",
    input: () => ({ first: 1 }),
    expected: ({ other }) => ({ nodes: [{ rowId: other, name: "Other things" }], pageInfo: { hasNextPage: true } }),
  },
  {
    tool: "get_form_incentives",
    input: ({ second, form }) => ({ formRowIds: [second, form] }),
    expected: ({ incentive }) => [{ rowId: incentive, name: "Thanks", status: "ACTIVE" }],
  },
  {
    tool: "get_response_trust_floor",
    input: () => ({ formId: { name: "How was your order?" } }),
    expected: () => 1,
  },
];
