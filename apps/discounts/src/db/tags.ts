import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import type { TagColors } from "../domain/body.js";
import { tagColors } from "../domain/ordinals.js";
import type { Tag } from "../generated/prisma/client.js";
import type { TagColor, TagFacet } from "../generated/types.js";
import type { Db, Tx } from "../tx.js";

type TagRow = Pick<Tag, "name" | "color">;

const colorsOf = (rows: readonly TagRow[]) => new Map(rows.map(({ name, color }) => [name, valueOfOrdinal<TagColor>(tagColors, color)]));

export async function readTagColors(read: Read, names: readonly string[]): Promise<Map<string, TagColor>> {
  if (names.length === 0) return new Map();
  return colorsOf(await read<TagRow>(sql`SELECT t.name, t.color FROM tags t WHERE t.name = ANY(${names}::text[])`));
}

/** Locks tags in a fixed order and returns their colors. If `strength` is UPDATE, waits for transactions that add the tags to codes. */
export async function lockTags(tx: Db, names: readonly string[], strength: "KEY SHARE" | "UPDATE"): Promise<Map<string, TagColor>> {
  return colorsOf(
    await tx.sql<TagRow>(sql`SELECT t.name, t.color FROM tags t WHERE t.name = ANY(${names}::text[]) ORDER BY t.name FOR ${raw(strength)}`),
  );
}

type FacetRow = Omit<TagFacet, "color"> & { color: number | null };

const facetOf = ({ color, ...tag }: FacetRow): TagFacet => ({ ...tag, color: valueOfOrdinal(tagColors, color ?? 0) });

/** Returns the tags in use, most used first, then by name. */
export async function readTagFacets(read: Read, first: number): Promise<TagFacet[]> {
  const rows = await read<FacetRow>(sql`
    SELECT used.name, t.color, used.count FROM (
      SELECT name, count(*)::integer AS count
      FROM (SELECT unnest(d.tag_names) AS name FROM discount_codes d WHERE cardinality(d.tag_names) > 0) AS each
      GROUP BY name ORDER BY count DESC, name LIMIT ${first}
    ) AS used LEFT JOIN tags t ON t.name = used.name ORDER BY used.count DESC, used.name`);
  return rows.map(facetOf);
}

/** Returns undefined if no code has the tag. */
export async function readTagFacet(read: Read, name: string): Promise<TagFacet | undefined> {
  const [row] = await read<FacetRow>(sql`
    SELECT ${name}::text AS name, (SELECT t.color FROM tags t WHERE t.name = ${name}) AS color, count(*)::integer AS count
    FROM discount_codes d WHERE ${name} = ANY(d.tag_names)`);
  return row && row.count > 0 ? facetOf(row) : undefined;
}

export async function isTagUsed(read: Read, name: string): Promise<boolean> {
  const [row] = await read<{ used: boolean }>(sql`SELECT EXISTS (SELECT FROM discount_codes d WHERE ${name} = ANY(d.tag_names)) AS used`);
  return row?.used ?? false;
}

export interface Recolored {
  name: string;
  color: TagColor;
}

/** Sets tag colors. Returns the used tags whose color changed. Locks the tags, so that bulk changes of tags wait for this transaction. */
export async function writeTagColors(tx: Db, tags: TagColors): Promise<Recolored[]> {
  if (tags.size === 0) return [];
  const known = await lockTags(tx, [...tags.keys()], "KEY SHARE");
  const differing = [...tags].filter(([name, color]) => known.get(name) !== color);
  if (differing.length === 0) return [];
  const recolored: Recolored[] = [];
  for (const [name, color] of differing) if (known.has(name) && (await isTagUsed(tx.sql, name))) recolored.push({ name, color });
  const names = differing.map(([name]) => name);
  const ranks = differing.map(([, color]) => tagColors.indexOf(color));
  await tx.sql(sql`
    INSERT INTO tags (workspace_id, name, color)
    SELECT ${tx.workspaceId}::uuid, given.name, given.color FROM unnest(${names}::text[], ${ranks}::smallint[]) AS given(name, color) ORDER BY given.name
    ON CONFLICT (workspace_id, name) DO UPDATE SET color = excluded.color`);
  return recolored;
}

export async function deleteTag({ prisma, workspaceId }: Tx, name: string): Promise<void> {
  await prisma.tag.deleteMany({ where: { workspaceId, name } });
}
