import type { QueryResolvers } from "../../generated/types.js";

/** Searches a store's catalogue for what a placement can be narrowed to. Asks the store; empty on a manual connection. */
export const search_placement_targets: NonNullable<QueryResolvers["search_placement_targets"]> = async (_source, given, context) => {
  throw new Error("search_placement_targets is not written yet");
};
