import type { QueryResolvers } from "../../generated/types.js";

/** The triggers of these forms. */
export const get_form_triggers: NonNullable<QueryResolvers["get_form_triggers"]> = async (_source, given, context) => {
  throw new Error("get_form_triggers is not written yet");
};
