import type { IncentiveFields } from "../domain/fields.js";
import type { IncentiveKind } from "../generated/types.js";

export interface IncentiveTemplate {
  fields: Partial<IncentiveFields> & { name: string };
  /** Title of the form whose responses earn the reward. */
  form: string;
  rule: { kind: IncentiveKind; code?: string; store?: string; terms: Record<string, unknown> };
}

export const demoIncentives: readonly IncentiveTemplate[] = [
  {
    fields: {
      name: "A thank-you for the long form",
      description: "A unique code for 10 % off the next order, once a month. If the trust score is low, a member reviews the reward.",
      ...{ tier: "enhanced", limitCount: 1, limitPeriod: "MONTH", minTrustScore: 0.6, icon: "gift", iconColor: "pink" },
    },
    form: "How was your order?",
    rule: { kind: "discount", code: "WELCOME10", terms: { delivery: "UNIQUE", prefix: "THANKS", expires_in_days: 30 } },
  },
  {
    fields: {
      name: "Credit for the short form",
      description: "A credit of 2.50 on the customer's account, once per customer.",
      ...{ tier: "quick", limitCount: 1, limitPeriod: "EVER", icon: "coins", iconColor: "green" },
    },
    form: "Your order in half a minute",
    rule: { kind: "billing_credit", store: "corner-shop", terms: { amount_minor: 250, currency: "eur", expires_in_days: 90 } },
  },
];
