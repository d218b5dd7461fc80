import type { ManifestInput } from "@offergraph/shared/schema/manifest";

/** Sample values of arguments for example calls. Names and ids in the sample values belong to records of the demo workspace. */
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
