import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { postCreated } from "@offergraph/shared/contracts/events/discounts";
import { readPostFields } from "../../domain/posts.js";
import { lockPartnerOfRef } from "../../services/partners/find-partner.js";
import { addPost, lockCodesOfPost } from "../../services/posts/posts.js";
import { type MutationField, mutation } from "../../tx.js";

export const create_post: MutationField<"create_post"> = mutation({ emits: [postCreated] }, async (tx, { input }) => {
  const { url = input.url, channel = input.channel, publishedAt = input.publishedAt } = readPostFields(input, ["input"], tx.errors);
  const partner = await lockPartnerOfRef(tx, input.partnerId, ["input", "partnerId"], "SHARE");
  const codeIds = await lockCodesOfPost(tx, input.discountCodeIds ?? [], partner && { partnerId: partner.rowId, rowId: null });
  if (!partner) return throwUserErrors(tx);
  tx.check();
  return { post: await addPost(tx, { url, channel, publishedAt, partnerId: partner.rowId }, codeIds) };
});
