import type { QueryField } from "../context.js";
import { postById } from "../loaders.js";

export const get_post: QueryField<"get_post"> = (_source, { id }, context) => postById(context, id);
