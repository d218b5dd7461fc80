import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import { applicationsOf } from "../domain/discounts-given.js";
import { financialStatuses, fulfillmentStatuses, orderStatuses } from "../domain/ordinals.js";
import type { OrderResolvers } from "../generated/types.js";
import { customerById, customOf, orderById, paymentProviderOf, reportedOf, storeProviderOf } from "./loaders.js";

export const Order: OrderResolvers = {
  __resolveReference: ({ rowId }, context) => orderById(context, rowId),
  customer: ({ customerId }, _given, context) => (customerId === null ? null : customerById(context, customerId)),
  totalPrice: ({ totalPrice }) => fromScaled(totalPrice),
  refundedTotal: ({ refundedTotal }) => fromScaled(refundedTotal),
  discountApplications: (order) => applicationsOf(order),
  discountGiven: ({ discountGiven }) => fromScaled(discountGiven),
  attributedRevenue: ({ attributedRevenue }) => fromScaled(attributedRevenue),
  orderStatus: ({ orderStatus }) => valueOfOrdinal(orderStatuses, orderStatus),
  financialStatus: ({ financialStatus }) => valueOfOrdinal(financialStatuses, financialStatus),
  fulfillmentStatus: ({ fulfillmentStatus }) => valueOfOrdinal(fulfillmentStatuses, fulfillmentStatus),
  reported: ({ rowId }, _given, context) => reportedOf(context, rowId),
  custom: ({ rowId }, _given, context) => customOf(context, rowId),
  storeProvider: ({ rowId }, _given, context) => storeProviderOf(context, rowId),
  paymentProvider: ({ rowId }, _given, context) => paymentProviderOf(context, rowId),
  // References to entities whose fields other subgraphs resolve.
  discountCode: ({ discountCodeId }) => (discountCodeId === null ? null : { __typename: "DiscountCode", rowId: discountCodeId }),
  formResponse: ({ formResponseId }) => (formResponseId === null ? null : { __typename: "FormResponse", rowId: formResponseId }),
  partner: ({ partnerId }) => (partnerId === null ? null : { __typename: "Partner", rowId: partnerId }),
};
