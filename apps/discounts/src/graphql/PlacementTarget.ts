import { valueOfRank } from "@offergraph/shared/schema/ranks";
import { targetKinds } from "../domain/ranks.js";
import type { PlacementTargetResolvers } from "../generated/types.js";

export const PlacementTarget: PlacementTargetResolvers = {
  kind: ({ kind }) => valueOfRank(targetKinds, kind),
};
