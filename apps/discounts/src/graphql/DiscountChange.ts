import type { DiscountChangeResolvers } from "../generated/types.js";
import { changeById } from "./loaders.js";

export const DiscountChange: DiscountChangeResolvers = {
  __resolveReference: ({ rowId }, context) => changeById(context, rowId),
};
