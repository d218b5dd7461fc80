import { channelMeant } from "../domain/channels.js";
import { responseStatuses, valueOfOrdinal } from "../domain/ordinals.js";
import type { FormResponseResolvers } from "../generated/types.js";
import { answersById, formById, placementById, responseById } from "./loaders.js";

export const FormResponse: FormResponseResolvers = {
  __resolveReference: ({ rowId }, context) => responseById(context, rowId),
  answers: ({ rowId }, _given, context) => answersById(context, rowId),
  status: ({ status }) => valueOfOrdinal(responseStatuses, status),
  form: ({ formId }, _given, context) => formById(context, formId),
  formPlacement: ({ formPlacementId }, _given, context) => (formPlacementId === null ? null : placementById(context, formPlacementId)),
  channel: ({ workspaceId, channelId }) => (channelId === null ? null : (channelMeant(workspaceId, channelId) ?? null)),
  customer: ({ customerId }) => (customerId === null ? null : { rowId: customerId }),
  // Returns references only. The gateway fetches the discount code and the partner from the discounts service.
  discountCode: ({ discountCodeId }) => (discountCodeId === null ? null : { __typename: "DiscountCode", rowId: discountCodeId }),
  partner: ({ partnerId }) => (partnerId === null ? null : { __typename: "Partner", rowId: partnerId }),
};
