import type { MemberResolvers } from "../generated/types.js";
import { memberById } from "./loaders.js";

export const Member: MemberResolvers = {
  __resolveReference: ({ rowId }, context) => memberById(context, rowId),
};
