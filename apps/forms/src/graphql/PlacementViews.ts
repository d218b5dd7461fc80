import type { PlacementViewsResolvers } from "../generated/types.js";
import { placementById } from "./loaders.js";

export const PlacementViews: PlacementViewsResolvers = {
  placement: ({ placementId }, _given, context) => placementById(context, placementId),
};
