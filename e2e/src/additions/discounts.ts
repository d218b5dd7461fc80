import type { Additions } from "./additions.js";

export const discounts: Additions = {
  operations: [
    ...["list_partners", "get_partner", "create_partner", "update_partner", "delete_partner", "assign_discount_codes_to_partner"],
    ...["list_campaigns", "get_campaign", "create_campaign", "update_campaign", "delete_campaign", "assign_discount_codes_to_campaign"],
    "remove_discount_codes_from_campaign",
  ],
};
