import type { QueryResolvers } from "../../generated/types.js";
import { triggersOf } from "../loaders.js";

/** Lists triggers, grouped by form in the order of formRowIds. The triggers of each form are in their stored order. */
export const get_form_triggers: NonNullable<QueryResolvers["get_form_triggers"]> = async (_source, { formRowIds }, context) => {
  const ids = new Set(formRowIds.map((id) => id.toLowerCase()));
  const lists = await Promise.all([...ids].map((id) => triggersOf(context, id)));
  return lists.flat();
};
