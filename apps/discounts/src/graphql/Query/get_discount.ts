import type { QueryField } from "../context.js";
import { codeById } from "../loaders.js";

export const get_discount: QueryField<"get_discount"> = (_source, { id }, context) => codeById(context, id);
