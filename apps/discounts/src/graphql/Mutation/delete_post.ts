import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { postDeleted } from "@offergraph/shared/contracts/events/discounts";
import { lockPost } from "../../db/posts.js";
import { deletePost } from "../../services/posts/posts.js";
import { type MutationField, mutation } from "../../tx.js";

export const delete_post: MutationField<"delete_post"> = mutation({ emits: [postDeleted] }, async (tx, { input }) => {
  const post = await lockPost(tx, input.postId);
  if (!post) return rejectWith(tx, ["input", "postId"], "NOT_FOUND", "There is no such post in this workspace.");
  await deletePost(tx, post);
  return { deletedId: post.rowId };
});
