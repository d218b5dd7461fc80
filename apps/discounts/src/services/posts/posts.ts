import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { postCreated, postDeleted, postUpdated } from "@offergraph/shared/contracts/events/discounts";
import type { Ref } from "@offergraph/shared/schema/ref";
import {
  deletePostCodes,
  deletePosts,
  insertPost,
  insertPostCodes,
  lockPostsOfPartner,
  readCodeIdsOfPosts,
  readPostIdsOf,
  readPosts,
  touchPosts,
  updatePost,
} from "../../db/posts.js";
import { idsOf, type PostRow } from "../../db/rows.js";
import type { Path } from "../../domain/fields.js";
import { checkPostCodes, type PostFields } from "../../domain/posts.js";
import type { MutationTx, Tx } from "../../tx.js";
import { lockCodesInOrder } from "../codes/find-code.js";

const codesPath = ["input", "discountCodeIds"];

/**
 * Locks the codes that the client wants to add to a post, and returns their ids. Adds an error for each code that the post cannot contain.
 */
export async function lockCodesOfPost(
  tx: MutationTx,
  refs: readonly Ref[],
  post: { partnerId: string; rowId: string | null } | undefined,
): Promise<string[]> {
  const codes = await lockCodesInOrder(tx, refs, codesPath);
  const ids = [...new Set(idsOf(codes.flatMap((code) => code ?? [])))];
  if (!post) return ids;
  const postIds = await readPostIdsOf(tx.sql, ids);
  const named = codes.map((code) => code && { code: code.code, partnerId: code.partnerId, postId: postIds.get(code.rowId) ?? null });
  checkPostCodes(named, post, codesPath, tx.errors);
  return ids;
}

export async function addPost(
  tx: Tx<typeof postCreated>,
  fields: PostFields & { partnerId: string },
  codeIds: readonly string[],
): Promise<PostRow> {
  const rowId = await insertPost(tx, fields);
  await insertPostCodes(tx, rowId, codeIds);
  const [record] = await readPostRecords(tx, [rowId]);
  if (!record) throw new Error(`Invariant violated: post ${rowId} not found after insert.`);
  tx.emit(postCreated, rowId, record.data);
  return record.post;
}

/** The caller must have locked the post. If `codeIds` is set, replaces the post's codes. Does nothing if no field changes. */
export async function changePost(
  tx: Tx<typeof postUpdated>,
  before: PostRow,
  fields: Partial<PostFields>,
  codeIds: readonly string[] | undefined,
): Promise<PostRow> {
  const { rowId } = before;
  const fieldsChanged = (Object.keys(fields) as (keyof PostFields)[]).filter((field) => fields[field] !== before[field]);
  const named = (await readCodeIdsOfPosts(tx.sql, [rowId])).get(rowId) ?? [];
  const added = (codeIds ?? []).filter((id) => !named.includes(id));
  const removed = codeIds === undefined ? [] : named.filter((id) => !codeIds.includes(id));
  const codesChanged = added.length + removed.length > 0;
  if (fieldsChanged.length === 0 && !codesChanged) return before;
  if (fieldsChanged.length > 0) await updatePost(tx, rowId, fields);
  if (removed.length > 0) await deletePostCodes(tx, removed);
  if (added.length > 0) await insertPostCodes(tx, rowId, added);
  const [post] = await emitUpdated(tx, [rowId], [...fieldsChanged, ...(codesChanged ? ["discountCodeIds" as const] : [])]);
  if (!post) throw new Error(`Invariant violated: post ${rowId} not found although it is locked.`);
  return post;
}

/** The caller must have locked the post. */
export async function deletePost(tx: Tx<typeof postDeleted>, post: PostRow): Promise<void> {
  await deletePosts(tx, [post]);
  emitDeleted(tx, [post]);
}

/**
 * Deletes the posts of a partner. The caller must have locked the partner's codes. Rejects the mutation if the partner has more than `max`
 * posts.
 */
export async function deletePostsOfPartner(tx: MutationTx<typeof postDeleted>, partnerId: string, path: Path, max: number): Promise<void> {
  const posts = await lockPostsOfPartner(tx, partnerId, max + 1);
  if (posts.length > max) {
    const find = "To list the posts, use list_posts with the filter partnerId. To delete a post, use delete_post.";
    const remedy = `Before you delete the partner, reduce the number of posts to ${max}. ${find}`;
    rejectWith(tx, path, "LIMIT_EXCEEDED", `The partner has more than ${max} posts. ${remedy}`);
  }
  await deletePosts(tx, posts);
  emitDeleted(tx, posts);
}

/** Removes codes from posts before the codes get another partner or are deleted. The caller must have locked the codes. */
export async function removeFromPosts(tx: Tx<typeof postUpdated>, codeIds: readonly string[]): Promise<void> {
  const changed = await deletePostCodes(tx, codeIds);
  if (changed.length > 0) await emitUpdated(tx, changed, ["discountCodeIds"]);
}

type Changed = keyof PostFields | "discountCodeIds";

/** Sets `updatedAt` of posts, and emits an event for each post. The caller must have locked the posts. */
async function emitUpdated(tx: Tx<typeof postUpdated>, ids: readonly string[], changed: readonly Changed[]): Promise<PostRow[]> {
  await touchPosts(tx, ids);
  const records = await readPostRecords(tx, ids);
  for (const { data } of records) tx.emit(postUpdated, data.rowId, { ...data, changed: [...changed, "updatedAt"] });
  return records.map(({ post }) => post);
}

function emitDeleted(tx: Tx<typeof postDeleted>, posts: readonly PostRow[]): void {
  for (const { rowId, partnerId, url } of posts) tx.emit(postDeleted, rowId, { rowId, partnerId, url });
}

async function readPostRecords({ sql }: Pick<Tx, "sql">, ids: readonly string[]) {
  const posts = await readPosts(sql, ids);
  const codeIds = await readCodeIdsOfPosts(sql, ids);
  return posts.map((post) => {
    const { workspaceId, ...fields } = post;
    return { post, data: { ...fields, discountCodeIds: codeIds.get(post.rowId) ?? [] } };
  });
}
