import type { QueryResolvers } from "../../generated/types.js";
import { responseById } from "../loaders.js";

export const get_form_response: NonNullable<QueryResolvers["get_form_response"]> = (_source, { id }, context) => responseById(context, id);
