import type { ManifestInput } from "@offergraph/shared/schema/manifest";

export const stateMachines: ManifestInput["stateMachines"] = [
  {
    title: "Discount code",
    plural: "discount codes",
    type: "DiscountCode",
    fields: ["status"],
    transitions: [
      "Any status can be set at any time (create_discount_code, save_discount_code, bulk_update_discount_code_status).",
      "After that, start_at and ends_at each trigger one transition. When start_at passes, SCHEDULED becomes ACTIVE. When ends_at passes, ACTIVE or SCHEDULED becomes EXPIRED. If ends_at had already passed when the status was set, ends_at triggers nothing. A SCHEDULED code with a start_at in the past becomes ACTIVE.",
      "When a code becomes EXPIRED or is deleted, its ISSUED grants become EXPIRED. When an EXPIRED code gets another status, its grants become ISSUED again unless a grant's own expiry has passed.",
      "A code that an incentive's rule uses cannot be deleted until the incentive is archived (IN_USE).",
    ],
  },
  {
    title: "Placement of a discount code on a connection",
    plural: "placements",
    type: "DiscountPlacement",
    fields: ["syncStatus"],
    transitions: [
      "A placement is PENDING after it is created or changed, and after its code changes. Then it becomes SYNCED, or FAILED with a lastError. resync_discount_placement and bulk_sync_discount_codes make a placement PENDING again.",
      "A placement on a connection with the provider `manual` stays NOT_PUSHED.",
    ],
  },
];
