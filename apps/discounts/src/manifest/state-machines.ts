import type { ManifestInput } from "@offergraph/shared/schema/manifest";

export const stateMachines: ManifestInput["stateMachines"] = [
  {
    title: "Discount code",
    plural: "discount codes",
    type: "DiscountCode",
    fields: ["status"],
    transitions: [
      "Any status can be set at any time (create_discount_code, save_discount_code, bulk_update_discount_code_status).",
      "Afterwards, each time triggers one transition: SCHEDULED → ACTIVE when start_at passes, ACTIVE or SCHEDULED → EXPIRED when ends_at passes. An ends_at that had passed when the status was set triggers nothing; SCHEDULED with a start_at that is not in the future becomes ACTIVE.",
      "When a code becomes EXPIRED or is deleted, its ISSUED grants become EXPIRED. When an EXPIRED code gets another status, its grants that have not ended themselves are ISSUED again.",
      "A code that an incentive's rule uses cannot be deleted until the incentive is archived (IN_USE).",
    ],
  },
  {
    title: "Placement of a discount code on a connection",
    plural: "placements",
    type: "DiscountPlacement",
    fields: ["syncStatus"],
    transitions: [
      "A new or changed placement, or one whose code changed: PENDING → SYNCED, or FAILED with lastError. resync_discount_placement and bulk_sync_discount_codes make it PENDING again.",
      "On a connection with the provider manual it stays NOT_PUSHED.",
    ],
  },
];
