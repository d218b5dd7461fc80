import type { QueryResolvers } from "../../generated/types.js";
import { codeById } from "../loaders.js";

export const get_discount: NonNullable<QueryResolvers["get_discount"]> = (_source, { id }, context) => codeById(context, id);
