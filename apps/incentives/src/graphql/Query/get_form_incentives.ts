import type { QueryResolvers } from "../../generated/types.js";
import { incentivesOf } from "../loaders.js";

export const get_form_incentives: NonNullable<QueryResolvers["get_form_incentives"]> = async (_source, { formRowIds }, context) => {
  const ids = new Set(formRowIds.map((id) => id.toLowerCase()));
  const lists = await Promise.all([...ids].map((id) => incentivesOf(context, id)));
  return lists.flat();
};
