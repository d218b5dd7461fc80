import { grantStates, incentiveKinds, tiers, valueOfOrdinal } from "../domain/ordinals.js";
import type { GrantResolvers } from "../generated/types.js";
import { grantById, incentiveById } from "./loaders.js";

export const Grant: GrantResolvers = {
  __resolveReference: ({ rowId }, context) => grantById(context, rowId),
  incentive: ({ incentiveId }, _given, context) => incentiveById(context, incentiveId),
  kindSlug: ({ kind }) => valueOfOrdinal(incentiveKinds, kind),
  state: ({ state }) => valueOfOrdinal(grantStates, state),
  tier: ({ tier }) => (tier === null ? null : valueOfOrdinal(tiers, tier)),
  // Returns entities with only their keys. The gateway reads the other fields from the subgraphs that own the entities.
  customer: ({ customerId }) => (customerId === null ? null : { rowId: customerId }),
  formResponse: ({ formResponseId }) => ({ rowId: formResponseId }),
  discountCode: ({ discountCodeId }) => (discountCodeId === null ? null : { __typename: "DiscountCode", rowId: discountCodeId }),
};
