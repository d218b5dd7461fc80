import { readRotation } from "../../db/shares.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_promotion_rotation: NonNullable<QueryResolvers["get_promotion_rotation"]> = (_source, _given, context) =>
  readRotation(context.read);
