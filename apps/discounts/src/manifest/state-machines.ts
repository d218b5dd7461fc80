import type { ManifestInput } from "@offergraph/shared/schema/manifest";

export const stateMachines: ManifestInput["stateMachines"] = [
  {
    title: "Discount code",
    plural: "discount codes",
    type: "DiscountCode",
    fields: ["status"],
    edges: [
      { from: ["SCHEDULED"], to: "ACTIVE", by: "the time start_at" },
      { from: ["ACTIVE", "SCHEDULED"], to: "EXPIRED", by: "the time ends_at" },
    ],
    transitions: [
      "create_discount_code, save_discount_code and bulk_update_discount_code_status can set any status at any time.",
      "After the status is set, `start_at` and `ends_at` each trigger one transition. If `ends_at` was already in the past when the status was set, `ends_at` triggers nothing. A SCHEDULED code whose `start_at` is already in the past becomes ACTIVE.",
      "When a code becomes EXPIRED or is deleted, its ISSUED grants become EXPIRED. When an EXPIRED code gets another status, its expired grants become ISSUED again, unless their `expires_in_days` have passed.",
      "The deletion of a code returns IN_USE while an incentive that is not archived uses the code.",
    ],
  },
  {
    title: "Placement of a discount code on a connection",
    plural: "placements",
    type: "DiscountPlacement",
    fields: ["syncStatus"],
    edges: [
      { from: ["PENDING", "FAILED"], to: "SYNCED", by: "a push that the store accepts" },
      { from: ["PENDING"], to: "FAILED", by: "a failed push" },
      {
        from: ["SYNCED", "FAILED"],
        to: "PENDING",
        by: "a change of the placement or of its code, resync_discount_placement or bulk_sync_discount_codes",
      },
    ],
    transitions: [
      "A new placement is PENDING. If a placement is FAILED, `lastError` contains the reason.",
      "A placement on a connection with the provider `manual` stays NOT_PUSHED.",
    ],
  },
];
