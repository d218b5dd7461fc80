import type { ManifestInput } from "@offergraph/shared/schema/manifest";

/** States of the records; tests compare their names with the SDL. */
export const stateMachines: ManifestInput["stateMachines"] = [
  {
    title: "Order",
    plural: "orders",
    type: "Order",
    fields: ["orderStatus", "financialStatus", "fulfillmentStatus"],
    transitions: ["Read-only: the store sends each status, and the version with the newest providerUpdatedAt is kept."],
  },
  {
    title: "Checkout",
    plural: "checkouts",
    type: "Checkout",
    fields: ["stage", "status"],
    transitions: [
      "Read-only. OPEN → CONVERTED once its order is known (final); OPEN → ABANDONED after a time without updates (one day by default), and back to OPEN when the store sends an update.",
    ],
  },
];
