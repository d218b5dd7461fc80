import type { IncentiveFields } from "../domain/fields.js";
import type { IncentiveKind } from "../generated/types.js";

/** What a demo incentive is made from; forms, codes and stores are those of the other demos. */
export interface IncentiveSketch {
  fields: Partial<IncentiveFields> & { name: string };
  /** Title of the form whose responses earn it. */
  form: string;
  rule: { kind: IncentiveKind; code?: string; store?: string; terms: Record<string, unknown> };
}

export const demoIncentives: readonly IncentiveSketch[] = [
  {
    fields: {
      name: "A thank-you for the long form",
      description: "10 % off the next order, by a code of one's own. Once a month; who is not to be trusted waits for a look.",
      ...{ tier: "enhanced", limitCount: 1, limitPeriod: "MONTH", minTrustScore: 0.6, icon: "gift", iconColor: "pink" },
    },
    form: "How was your order?",
    rule: { kind: "discount", code: "WELCOME10", terms: { delivery: "UNIQUE", prefix: "THANKS", expires_in_days: 30 } },
  },
  {
    fields: {
      name: "Half a minute's credit",
      description: "2.50 on the customer's account at the shop, once.",
      ...{ tier: "quick", limitCount: 1, limitPeriod: "EVER", icon: "coins", iconColor: "green" },
    },
    form: "Your order in half a minute",
    rule: { kind: "billing_credit", store: "corner-shop", terms: { amount_minor: 250, currency: "eur", expires_in_days: 90 } },
  },
];
