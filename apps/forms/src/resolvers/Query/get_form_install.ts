import type { QueryResolvers } from "../../generated/types.js";

/** How to put a form where people are; null when there is none of this slug. */
export const get_form_install: NonNullable<QueryResolvers["get_form_install"]> = async (_source, given, context) => {
  throw new Error("get_form_install is not written yet");
};
