import type { Read } from "@offergraph/service/db/read";
import { raw, type Statement, sql } from "@offergraph/service/db/statement";
import { valueOfRank } from "@offergraph/shared/schema/ranks";
import { tagColors } from "../domain/ranks.js";
import type { TagColors } from "../domain/tags.js";
import type { TagColor } from "../generated/types.js";
import { discountCodeColumns } from "./columns.js";
import type { DiscountCodeRow } from "./rows.js";
import type { Writing } from "./transaction.js";

/** A tag with its new color. */
export interface Recolored {
  name: string;
  color: TagColor;
}

/**
 * Sets tag colors for the whole workspace; returns tags in use whose color changed. Locks the rows against deletion, so that a tag that is
 * being added to a code keeps its color.
 */
export async function writeTagColors({ read, workspaceId }: Writing, tags: TagColors): Promise<Recolored[]> {
  if (tags.size === 0) return [];
  const known = await lockTags(read, [...tags.keys()], "KEY SHARE");
  const differing = [...tags].filter(([name, color]) => known.get(name) !== color);
  if (differing.length === 0) return [];
  const recolored: Recolored[] = [];
  for (const [name, color] of differing) if (known.has(name) && (await isTagUsed(read, name))) recolored.push({ name, color });
  const names = differing.map(([name]) => name);
  const ranks = differing.map(([, color]) => tagColors.indexOf(color));
  await read(sql`
    INSERT INTO tags (workspace_id, name, color)
    SELECT ${workspaceId}::uuid, given.name, given.color FROM unnest(${names}::text[], ${ranks}::smallint[]) AS given(name, color) ORDER BY given.name
    ON CONFLICT (workspace_id, name) DO UPDATE SET color = excluded.color`);
  return recolored;
}

/** Locks tags in a fixed order and returns their colors. UPDATE waits for transactions that add the tags to codes. */
export async function lockTags(read: Read, names: readonly string[], strength: "KEY SHARE" | "UPDATE"): Promise<Map<string, TagColor>> {
  const rows = await read<{ name: string; color: number }>(
    sql`SELECT t.name, t.color FROM tags t WHERE t.name = ANY(${names}::text[]) ORDER BY t.name FOR ${raw(strength)}`,
  );
  return new Map(rows.map(({ name, color }) => [name, valueOfRank(tagColors, color)]));
}

export async function isTagUsed(read: Read, name: string): Promise<boolean> {
  const [row] = await read<{ used: boolean }>(sql`SELECT EXISTS (SELECT FROM discount_codes d WHERE ${name} = ANY(d.tag_names)) AS used`);
  return row?.used ?? false;
}

/** Renames a tag on all codes, without duplicates. Returns the changed codes. */
export function renameTag(writing: Writing, from: string, to: string): Promise<DiscountCodeRow[]> {
  return changeTagNames(
    writing,
    from,
    sql`ARRAY(SELECT DISTINCT name FROM unnest(array_replace(d.tag_names, ${from}, ${to})) AS name ORDER BY name)`,
  );
}

/** Removes a tag from all codes. Returns the changed codes. */
export function removeTag(writing: Writing, name: string): Promise<DiscountCodeRow[]> {
  return changeTagNames(writing, name, sql`array_remove(d.tag_names, ${name})`);
}

/** Deletes the color of an unused tag. */
export async function forgetTag({ transaction, workspaceId }: Writing, name: string): Promise<void> {
  await transaction.tag.deleteMany({ where: { workspaceId, name } });
}

async function changeTagNames({ read, now }: Writing, tag: string, changed: Statement): Promise<DiscountCodeRow[]> {
  // Locks rows first, in the same order as all bulk writes, to prevent deadlocks.
  const rows = await read<{ id: string }>(
    sql`SELECT d.row_id AS id FROM discount_codes d WHERE ${tag} = ANY(d.tag_names) ORDER BY d.row_id FOR UPDATE`,
  );
  const ids = rows.map(({ id }) => id);
  return read<DiscountCodeRow>(sql`
    WITH changed AS (
      UPDATE discount_codes d SET tag_names = ${changed}, updated_at = ${now.toISOString()}::timestamptz
      WHERE d.row_id = ANY(${ids}::uuid[]) RETURNING d.*
    ) SELECT ${discountCodeColumns} FROM changed d ORDER BY d.created_at DESC, d.row_id`);
}
