import type { PartnerResolvers } from "../generated/types.js";
import { partnerById } from "./loaders.js";

export const Partner: PartnerResolvers = {
  __resolveReference: ({ rowId }, context) => partnerById(context, rowId),
};
