import type { ManifestInput } from "@offergraph/shared/schema/manifest";

/** Values for examples. */
export const samples: ManifestInput["samples"] = {
  customerId: "ann@shop.example",
};
