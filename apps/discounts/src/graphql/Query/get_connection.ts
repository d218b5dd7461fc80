import type { QueryField } from "../context.js";
import { connectionById } from "../loaders.js";

export const get_connection: QueryField<"get_connection"> = (_source, { id }, context) => connectionById(context, id);
