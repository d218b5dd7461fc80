import type { Read } from "@offergraph/service/db/read";
import { raw, type Statement, sql } from "@offergraph/service/db/statement";
import { valueOfRank } from "@offergraph/shared/schema/ranks";
import { valueScale } from "@offergraph/shared/schema/scaled";
import { statuses, tagColors } from "../domain/ranks.js";
import type { DiscountCodeAggregates, TagFacet } from "../generated/types.js";
import { discountCodesTable } from "./list.js";

const functions = { sum: "sum", average: "avg", min: "min", max: "max" } as const;
const figures = {
  usageCount: ["d.usage_count", 0],
  valuePercent: ["d.value_percent", valueScale],
  valueAmount: ["d.value_amount", valueScale],
} as const;

// Divides as numeric to avoid floating point, and trims trailing zeros.
const aggregates = Object.entries(functions).map(([name, call]) => {
  const items = Object.entries(figures).map(
    ([field, [column, scale]]) => `'${field}', trim_scale(${call}(${column})::numeric / ${10 ** scale})::text`,
  );
  return `json_build_object(${items.join(", ")}) AS ${name}`;
});
const counts = statuses.map((_, rank) => `count(*) FILTER (WHERE d.status = ${rank})`).join(", ");
const selection = raw(`count(*)::integer AS count, ARRAY[${counts}]::integer[] AS counts, ${aggregates.join(", ")}`);

type AggregatesRow = Omit<DiscountCodeAggregates, "byStatus"> & { counts: number[] };

/** Aggregates over all matching codes. Includes every status; sums, averages, minimums and maximums without values are null. */
export async function readAggregates(read: Read, where: Statement): Promise<DiscountCodeAggregates> {
  const [row] = await read<AggregatesRow>(sql`SELECT ${selection} FROM ${discountCodesTable} WHERE ${where}`);
  if (!row) throw new Error("Invariant violated: aggregate query returned no row.");
  const { counts: byRank, ...rest } = row;
  return { ...rest, byStatus: statuses.map((status, rank) => ({ status, count: byRank[rank] ?? 0 })) };
}

interface FacetRow {
  name: string;
  color: number | null;
  count: number;
}

/** Returns tags in use, by descending count, then by name. */
export async function readTagFacets(read: Read, first: number): Promise<TagFacet[]> {
  const rows = await read<FacetRow>(sql`
    SELECT used.name, t.color, used.count FROM (
      SELECT name, count(*)::integer AS count
      FROM (SELECT unnest(d.tag_names) AS name FROM ${discountCodesTable} WHERE cardinality(d.tag_names) > 0) AS each
      GROUP BY name ORDER BY count DESC, name LIMIT ${first}
    ) AS used LEFT JOIN tags t ON t.name = used.name ORDER BY used.count DESC, used.name`);
  return rows.map(facetOf);
}

/** Returns a tag with its number of codes; undefined if it is unused. */
export async function readTagFacet(read: Read, name: string): Promise<TagFacet | undefined> {
  const [row] = await read<FacetRow>(sql`
    SELECT ${name}::text AS name, (SELECT t.color FROM tags t WHERE t.name = ${name}) AS color, count(*)::integer AS count
    FROM ${discountCodesTable} WHERE ${name} = ANY(d.tag_names)`);
  return row && row.count > 0 ? facetOf(row) : undefined;
}

function facetOf({ name, color, count }: FacetRow): TagFacet {
  return { name, color: valueOfRank(tagColors, color ?? 0), count };
}
