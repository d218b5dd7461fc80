import type { QueryResolvers } from "../../generated/types.js";
import { triggersOf } from "../loaders.js";

/** Lists the triggers of each form in the form's order. The forms have the order of formRowIds. */
export const get_form_triggers: NonNullable<QueryResolvers["get_form_triggers"]> = async (_source, { formRowIds }, context) => {
  const ids = new Set(formRowIds.map((id) => id.toLowerCase()));
  const lists = await Promise.all([...ids].map((id) => triggersOf(context, id)));
  return lists.flat();
};
