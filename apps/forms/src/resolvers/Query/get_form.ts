import { readFormBySlug } from "../../data/forms.js";
import type { QueryResolvers } from "../../generated/types.js";

/** One form; null when there is none of this slug. */
export const get_form: NonNullable<QueryResolvers["get_form"]> = (_source, { slug }, context) => readFormBySlug(context.read, slug);
