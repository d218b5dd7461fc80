import type { GrantResolvers } from "../generated/types.js";
import { grantDataOf } from "../services/incentives/event-data.js";
import { grantById, incentiveById } from "./loaders.js";

export const Grant: GrantResolvers = {
  __resolveReference: ({ rowId }, context) => grantById(context, rowId),
  incentive: ({ incentiveId }, _given, context) => incentiveById(context, incentiveId),
  kindSlug: (grant) => grantDataOf(grant).kindSlug,
  state: (grant) => grantDataOf(grant).state,
  tier: (grant) => grantDataOf(grant).tier,
  // Entity stubs: the owning subgraphs resolve them.
  formResponse: ({ formResponseId }) => ({ rowId: formResponseId }),
  discountCode: ({ discountCodeId }) => (discountCodeId === null ? null : { __typename: "DiscountCode", rowId: discountCodeId }),
};
