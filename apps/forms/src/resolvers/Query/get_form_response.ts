import type { QueryResolvers } from "../../generated/types.js";
import { responseById } from "../../loaders.js";

/** One response; null when there is none with this id. */
export const get_form_response: NonNullable<QueryResolvers["get_form_response"]> = (_source, { id }, context) => responseById(context, id);
