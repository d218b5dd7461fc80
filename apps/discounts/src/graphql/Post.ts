import { readCodePageOfPost } from "../db/posts.js";
import type { PostResolvers } from "../generated/types.js";
import { partnerById, postById } from "./loaders.js";

export const Post: PostResolvers = {
  __resolveReference: ({ rowId }, context) => postById(context, rowId),
  partner: ({ partnerId }, _given, context) => partnerById(context, partnerId),
  discountCodes: ({ rowId }, given, context) => readCodePageOfPost(context, rowId, given),
};
