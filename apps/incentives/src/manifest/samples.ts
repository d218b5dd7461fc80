import type { ManifestInput } from "@offergraph/shared/schema/manifest";

/** Values for examples. The references refer to records of the demo workspace. */
export const samples: ManifestInput["samples"] = {
  incentiveId: "A thank-you for the long form",
  currency: "eur",
  amountMinor: "500",
  "SpendCreditInput.reference": "order-1001",
  "UseEntitlementInput.reference": "order-1001",
  lookupKey: "gift-wrapping",
  quantity: 1,
  CreateIncentiveInput: { name: "Coffee credit", limitCount: 1, limitPeriod: "MONTH" },
  "UpdateIncentiveInput.name": "Coffee credit",
};
