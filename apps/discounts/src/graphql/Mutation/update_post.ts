import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { postUpdated } from "@offergraph/shared/contracts/events/discounts";
import { lockPost, readPosts } from "../../db/posts.js";
import { readPostFields } from "../../domain/posts.js";
import { changePost, lockCodesOfPost } from "../../services/posts/posts.js";
import { type MutationField, mutation } from "../../tx.js";

const codesPath = ["input", "discountCodeIds"];

export const update_post: MutationField<"update_post"> = mutation({ emits: [postUpdated] }, async (tx, { input }) => {
  const { postId, discountCodeIds } = input;
  const fields = readPostFields(input, ["input"], tx.errors);
  if (discountCodeIds === null)
    tx.errors.add(codesPath, "REQUIRED", "discountCodeIds must not be null. To remove all codes from the post, pass an empty list.");
  // A post's partner never changes, so the mutation can read the partner before it locks the codes.
  const [found] = await readPosts(tx.sql, [postId]);
  const codeIds = discountCodeIds == null ? undefined : await lockCodesOfPost(tx, discountCodeIds, found);
  const post = found && (await lockPost(tx, found.rowId));
  if (!post) tx.errors.add(["input", "postId"], "NOT_FOUND", "There is no such post in this workspace.");
  tx.check();
  return post ? { post: await changePost(tx, post, fields, codeIds) } : throwUserErrors(tx);
});
