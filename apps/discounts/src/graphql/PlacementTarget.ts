import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { targetKinds } from "../domain/ordinals.js";
import type { PlacementTargetResolvers } from "../generated/types.js";

export const PlacementTarget: PlacementTargetResolvers = {
  kind: ({ kind }) => valueOfOrdinal(targetKinds, kind),
};
