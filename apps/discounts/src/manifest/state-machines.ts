import type { ManifestInput } from "@offergraph/shared/schema/manifest";

export const stateMachines: ManifestInput["stateMachines"] = [
  {
    title: "Discount code",
    plural: "discount codes",
    type: "DiscountCode",
    fields: ["status"],
    transitions: [
      "create_discount_code, save_discount_code and bulk_update_discount_code_status can set any status at any time.",
      "After the status is set, start_at and ends_at each trigger one transition. At the time start_at, SCHEDULED becomes ACTIVE. At the time ends_at, ACTIVE or SCHEDULED becomes EXPIRED. If ends_at was already in the past when the status was set, ends_at triggers nothing. A SCHEDULED code whose start_at is already in the past becomes ACTIVE.",
      "When a code becomes EXPIRED or is deleted, its ISSUED grants become EXPIRED. When an EXPIRED code gets another status, the grants that expired with the code become ISSUED again, except grants whose own expiry has passed.",
      "While a rule of an incentive uses a code and the incentive is not archived, deleting the code returns IN_USE.",
    ],
  },
  {
    title: "Placement of a discount code on a connection",
    plural: "placements",
    type: "DiscountPlacement",
    fields: ["syncStatus"],
    transitions: [
      "A placement becomes PENDING when it is created or changed, and when its code changes. When the store accepts the push, the placement becomes SYNCED. When the push fails, the placement becomes FAILED, and lastError contains the reason. resync_discount_placement and bulk_sync_discount_codes make a placement PENDING again.",
      "A placement on a connection with the provider `manual` stays NOT_PUSHED.",
    ],
  },
];
