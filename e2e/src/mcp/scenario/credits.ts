import { createHmac } from "node:crypto";
import { respond } from "./responses.js";
import type { Step } from "./step.js";

const customer = "ben@shop.example";
const creditTerms = { amount_minor: 250, currency: "eur", expires_in_days: 365 };

const sign = (secret: string) => createHmac("sha256", secret).update(customer).digest("hex");

/** Rewards a customer with a credit and an entitlement, and uses a part of each. */
export const credits: readonly Step[] = [
  {
    tool: "replace_incentive_rules",
    purpose: "with a credit and an entitlement",
    input: ({ other, counter }) => ({
      input: {
        incentiveId: other,
        rules: [
          { kind_slug: "billing_credit", outcome: "COMPLETE", connection_id: counter, terms: creditTerms },
          { kind_slug: "entitlement", outcome: "COMPLETE", terms: { lookup_key: "seats", limit: 3 } },
        ],
      },
    }),
    expected: () => ({ incentive: { rules: [{ kindSlug: "billing_credit" }, { kindSlug: "entitlement" }] }, userErrors: [] }),
  },
  {
    tool: "update_incentive",
    purpose: "with a form",
    input: ({ other, form }) => ({ input: { incentiveId: other, formId: form, status: "ACTIVE" } }),
    expected: () => ({ incentive: { status: "ACTIVE" }, userErrors: [] }),
  },
  {
    tool: "rotate_form_placement_secret",
    purpose: "to sign the customer",
    input: ({ hosted }) => ({ input: { placementId: hosted } }),
    expected: () => ({ placement: { hasSecret: true }, userErrors: [] }),
    captures: { hostedSecret: "secret" },
  },
  {
    action: "a customer and a bot respond",
    async run(state) {
      const trap = { trap: "https://robot.example" };
      await respond(state, "COMPLETE", { ...trap, customer: { ref: customer, signature: sign(state.hostedSecret) } });
      await respond(state, "COMPLETE", { ...trap, customer: { ref: "another robot" } });
      return {};
    },
  },
  {
    tool: "list_grants",
    purpose: "of the credit",
    input: () => ({
      filter: { customerId: customer, state: { equalTo: "ISSUED" }, kindSlug: { equalTo: "billing_credit" } },
      fields: "amountMinor, currency",
    }),
    expected: () => ({ nodes: [{ amountMinor: "250", currency: "eur" }] }),
  },
  {
    tool: "list_grants",
    purpose: "of the entitlement",
    input: ({ other }) => ({
      filter: { customerId: customer, incentiveId: other, kindSlug: { equalTo: "entitlement" } },
      fields: "state, lookupKey, entitlementLimit",
    }),
    expected: () => ({ nodes: [{ state: "ISSUED", lookupKey: "seats", entitlementLimit: 3 }] }),
  },
  {
    tool: "spend_credit",
    input: () => ({ input: { customerId: customer, amountMinor: "100", currency: "eur", reference: "order-7", note: "Coffee" } }),
    expected: () => ({ spend: { amountMinor: "100", reference: "order-7", balanceMinor: "150" }, userErrors: [] }),
  },
  {
    tool: "get_credit_ledger",
    input: () => ({ customerId: customer, currency: "eur", fields: "*, spend.note" }),
    expected: () => ({
      nodes: [
        { kind: "SPENT", amountMinor: "-100", balanceMinor: "150", spend: { note: "Coffee" } },
        { kind: "ISSUED", amountMinor: "250", balanceMinor: "250" },
      ],
    }),
  },
  {
    tool: "use_entitlement",
    input: () => ({ input: { customerId: customer, lookupKey: "seats", quantity: 2, reference: "seats-1" } }),
    expected: () => ({ use: { limit: "3", used: "2", remaining: "1" }, userErrors: [] }),
  },
];

export const bulkDecisions: readonly Step[] = [
  {
    tool: "list_grants",
    purpose: "that are held",
    input: ({ incentive }) => ({
      ...{ filter: { incentiveId: incentive, state: { equalTo: "HELD" } }, first: 2 },
      fields: "*, formResponse.status, formResponse.answers",
    }),
    expected: () => {
      const held = { state: "HELD", formResponse: { status: "COMPLETE", answers: { stars: 5 } } };
      return { nodes: [held, held] };
    },
    captures: { releasedInBulk: "nodes.0.rowId", declinedInBulk: "nodes.1.rowId" },
  },
  {
    tool: "bulk_release_incentive_grants",
    input: ({ releasedInBulk }) => ({ input: { ids: [releasedInBulk] } }),
    expected: ({ releasedInBulk }) => ({ results: [{ grantId: releasedInBulk, isDecided: true, reason: null }], userErrors: [] }),
  },
  {
    tool: "bulk_decline_incentive_grants",
    input: ({ declinedInBulk }) => ({ input: { ids: [declinedInBulk] } }),
    expected: ({ declinedInBulk }) => ({
      results: [{ grantId: declinedInBulk, isDecided: true, grant: { state: "DECLINED" } }],
      userErrors: [],
    }),
  },
];
