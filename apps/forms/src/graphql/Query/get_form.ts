import { readFormBySlug } from "../../db/forms.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_form: NonNullable<QueryResolvers["get_form"]> = (_source, { slug }, context) => readFormBySlug(context.read, slug);
