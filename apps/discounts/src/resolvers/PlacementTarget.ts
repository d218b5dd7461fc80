import { targetKinds, valueOfRank } from "../domain/ranks.js";
import type { PlacementTargetResolvers } from "../generated/types.js";

export const PlacementTarget: PlacementTargetResolvers = {
  kind: ({ kind }) => valueOfRank(targetKinds, kind),
};
