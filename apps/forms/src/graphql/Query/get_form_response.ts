import type { QueryResolvers } from "../../generated/types.js";
import { responseById } from "../loaders.js";

/** Returns a response by its id, or null. */
export const get_form_response: NonNullable<QueryResolvers["get_form_response"]> = (_source, { id }, context) => responseById(context, id);
