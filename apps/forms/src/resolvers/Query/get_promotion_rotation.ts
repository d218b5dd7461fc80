import { readRotation } from "../../data/shares.js";
import type { QueryResolvers } from "../../generated/types.js";

/** How visitors are split over the published forms, the main one first. */
export const get_promotion_rotation: NonNullable<QueryResolvers["get_promotion_rotation"]> = (_source, _given, context) =>
  readRotation(context.read);
