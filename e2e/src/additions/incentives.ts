import type { Additions } from "./additions.js";

export const incentives: Additions = {
  operations: [],
  inputFields: {
    CreateIncentiveInput: ["requiresVerifiedCustomer: Boolean"],
    UpdateIncentiveInput: ["requiresVerifiedCustomer: Boolean"],
  },
};
