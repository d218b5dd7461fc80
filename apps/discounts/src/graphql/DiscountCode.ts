import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import { tagsOf } from "../db/discount-codes.js";
import { creators, statuses, valueKinds } from "../domain/ordinals.js";
import type { DiscountCodeResolvers } from "../generated/types.js";
import { aliasesOf, codeById, partnerById, placementsOf, postOfCode, tagColorsOf } from "./loaders.js";

export const DiscountCode: DiscountCodeResolvers = {
  __resolveReference: ({ rowId }, context) => codeById(context, rowId),
  aliasedCodes: (code, _given, context) => code.aliasedCodes ?? (code.aliasCount === 0 ? [] : aliasesOf(context, code.rowId)),
  valueKind: ({ valueKind }) => valueOfOrdinal(valueKinds, valueKind),
  valuePercent: ({ valuePercent }) => fromScaled(valuePercent),
  valueAmount: ({ valueAmount }) => fromScaled(valueAmount),
  exhausted: ({ usageLimit, usageCount }) => usageLimit !== null && usageCount >= usageLimit,
  status: ({ status }) => valueOfOrdinal(statuses, status),
  tier: ({ publicTier }) => publicTier,
  createdBy: ({ createdBy }) => valueOfOrdinal(creators, createdBy),
  tags: (code, _given, context) => {
    if (code.tags || code.tagNames.length === 0) return code.tags ?? {};
    return tagColorsOf(context, code.tagNames).then((colors) => tagsOf(code, colors));
  },
  partner: ({ partnerId, partner }, _given, context) =>
    partner !== undefined ? partner : partnerId === null ? null : partnerById(context, partnerId),
  post: ({ rowId }, _given, context) => postOfCode(context, rowId),
  placements: (code, _given, context) => code.placements ?? placementsOf(context, code.rowId),
};
