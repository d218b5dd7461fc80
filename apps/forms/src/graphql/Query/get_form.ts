import { readFormBySlug } from "../../db/forms.js";
import type { QueryResolvers } from "../../generated/types.js";

/** Returns a form by its slug, or null. */
export const get_form: NonNullable<QueryResolvers["get_form"]> = (_source, { slug }, context) => readFormBySlug(context.read, slug);
