import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { selectedOf } from "@offergraph/service/db/selected-columns";
import { raw, rowsById, sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import type { FilterShape, Relation } from "@offergraph/service/filters/filter";
import { type ListArguments, type ListContext, listedBy, readList } from "@offergraph/service/filters/list";
import { newId } from "@offergraph/shared/time/ids";
import type { PostFields } from "../domain/posts.js";
import type { Db, Tx } from "../tx.js";
import { codeColumnsOf } from "./discount-codes.js";
import { discountCodeFilter, discountCodeOrder, discountCodesTable, resolvePartner } from "./list.js";
import { type DiscountCodeRow, idsOf, type PostRow } from "./rows.js";

const postColumns = raw(`
  w.row_id AS "rowId", w.workspace_id AS "workspaceId", w.created_at AS "createdAt", w.updated_at AS "updatedAt",
  w.partner_id AS "partnerId", w.url, w.channel, w.published_at AS "publishedAt"`);

const unindexed = { nullable: false, indexed: false };
const columns = {
  rowId: { sql: sql`w.row_id`, kind: "uuid", nullable: false },
  url: { sql: sql`w.url`, kind: "text", ...unindexed },
  channel: { sql: sql`w.channel`, kind: "text", ...unindexed },
  publishedAt: { sql: sql`w.published_at`, kind: "datetime", ...unindexed },
  createdAt: { sql: sql`w.created_at`, kind: "datetime", nullable: false },
  updatedAt: { sql: sql`w.updated_at`, kind: "datetime", ...unindexed },
} as const satisfies Record<string, Column>;
const partnerId = { sql: sql`w.partner_id`, kind: "uuid", nullable: false } as const;
const discountCodeId = { sql: sql`b.discount_code_id`, kind: "uuid", nullable: false } as const;
const codes: Relation = (condition) => sql`EXISTS (SELECT FROM post_codes b WHERE b.post_id = w.row_id AND ${condition})`;

export function readPostPage(context: ListContext, given: ListArguments) {
  const { shape, order } = listedBy(columns);
  const related: FilterShape = {
    partnerId: { reference: { column: partnerId, resolve: (ref) => resolvePartner(context.read, ref) } },
    discountCodeId: { relation: codes, column: discountCodeId },
  };
  const source = { select: postColumns, from: sql`posts w`, shape: { ...shape, ...related }, order };
  return readList<PostRow>(context, given, { operation: "list_posts", ...source });
}

export function readCodePageOfPost(context: ListContext, postId: string, given: ListArguments) {
  return readList<DiscountCodeRow>(context, given, {
    ...{ operation: `discount codes of post ${postId}`, from: discountCodesTable },
    select: codeColumnsOf(selectedOf(context, "DiscountCode")),
    ...{ shape: discountCodeFilter, order: discountCodeOrder },
    where: sql`EXISTS (SELECT FROM post_codes b WHERE b.discount_code_id = d.row_id AND b.post_id = ${postId}::uuid)`,
  });
}

export function readPosts(read: Read, ids: readonly string[]): Promise<PostRow[]> {
  return read<PostRow>(sql`SELECT ${postColumns} FROM ${rowsById("posts", ids)} w`);
}

/** Returns post ids by discount code id. */
export async function readPostIdsOf(read: Read, codeIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await read<{ codeId: string; postId: string }>(sql`
    SELECT b.discount_code_id AS "codeId", b.post_id AS "postId" FROM post_codes b WHERE b.discount_code_id = ANY(${codeIds}::uuid[])`);
  return new Map(rows.map(({ codeId, postId }) => [codeId, postId]));
}

/** Returns sorted discount code ids by post id. */
export async function readCodeIdsOfPosts(read: Read, postIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await read<{ codeId: string; postId: string }>(sql`
    SELECT b.discount_code_id AS "codeId", b.post_id AS "postId" FROM post_codes b
    WHERE b.post_id = ANY(${postIds}::uuid[]) ORDER BY b.discount_code_id`);
  const groups = groupBy(rows, ({ postId }) => postId);
  return new Map([...groups].map(([postId, ofPost]) => [postId, ofPost.map(({ codeId }) => codeId)]));
}

/** Locks a post. To prevent deadlocks, every transaction must lock discount codes before posts. */
export async function lockPost(tx: Db, rowId: string): Promise<PostRow | undefined> {
  const [post] = await tx.sql<PostRow>(sql`SELECT ${postColumns} FROM posts w WHERE w.row_id = ${rowId}::uuid FOR UPDATE`);
  return post;
}

export function lockPostsOfPartner(tx: Db, ofPartner: string, max: number): Promise<PostRow[]> {
  return tx.sql<PostRow>(
    sql`SELECT ${postColumns} FROM posts w WHERE w.partner_id = ${ofPartner}::uuid ORDER BY w.row_id LIMIT ${max}::int FOR UPDATE`,
  );
}

export async function insertPost({ prisma, workspaceId, now }: Tx, post: PostFields & { partnerId: string }): Promise<string> {
  const rowId = newId();
  await prisma.post.create({ data: { ...post, rowId, workspaceId, createdAt: now, updatedAt: now } });
  return rowId;
}

export async function updatePost({ prisma, workspaceId }: Tx, rowId: string, fields: Partial<PostFields>): Promise<void> {
  await prisma.post.update({ where: { workspaceId_rowId: { workspaceId, rowId } }, data: fields });
}

/** The caller must have locked the posts. */
export async function touchPosts(tx: Db, ids: readonly string[]): Promise<void> {
  const now = tx.now.toISOString();
  await tx.sql(sql`UPDATE posts w SET updated_at = GREATEST(${now}::timestamptz, w.updated_at) WHERE w.row_id = ANY(${ids}::uuid[])`);
}

/** Adds codes to a post. The caller must have locked the post and the codes. No other post may contain the codes. */
export async function insertPostCodes({ prisma, workspaceId }: Tx, postId: string, codeIds: readonly string[]): Promise<void> {
  const data = [...codeIds].sort().map((id) => ({ workspaceId, discountCodeId: id, postId }));
  await prisma.postCode.createMany({ data });
}

/**
 * Locks the posts with these codes, and removes the codes from the posts. Returns the ids of the changed posts. The caller must have locked
 * the codes.
 */
export async function deletePostCodes(tx: Db, codeIds: readonly string[]): Promise<string[]> {
  const named = await tx.sql(sql`
    SELECT FROM posts w WHERE w.row_id IN (SELECT b.post_id FROM post_codes b WHERE b.discount_code_id = ANY(${codeIds}::uuid[]))
    ORDER BY w.row_id FOR UPDATE`);
  if (named.length === 0) return [];
  const rows = await tx.sql<{ postId: string }>(
    sql`DELETE FROM post_codes b WHERE b.discount_code_id = ANY(${codeIds}::uuid[]) RETURNING b.post_id AS "postId"`,
  );
  return [...new Set(rows.map(({ postId }) => postId))].sort();
}

/** The caller must have locked the posts. */
export async function deletePosts({ prisma, workspaceId }: Tx, posts: readonly PostRow[]): Promise<void> {
  await prisma.post.deleteMany({ where: { workspaceId, rowId: { in: idsOf(posts) } } });
}
