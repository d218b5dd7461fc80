import type { Additions } from "./additions.js";

export const incentives: Additions = {
  operations: [
    ...["list_grants", "get_credit_ledger", "spend_credit", "use_entitlement"],
    ...["bulk_release_incentive_grants", "bulk_decline_incentive_grants"],
  ],
  arguments: { list_incentives: ["filter: IncentiveFilter"] },
  inputFields: {
    CreateIncentiveInput: ["requiresVerifiedCustomer: Boolean"],
    UpdateIncentiveInput: ["requiresVerifiedCustomer: Boolean"],
  },
};
