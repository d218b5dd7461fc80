import type { QueryResolvers } from "../../generated/types.js";

/** How visitors are split over the published forms, the main one first. */
export const get_promotion_rotation: NonNullable<QueryResolvers["get_promotion_rotation"]> = async (_source, given, context) => {
  throw new Error("get_promotion_rotation is not written yet");
};
