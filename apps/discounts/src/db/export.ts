import type { Read } from "@offergraph/service/db/read";
import { type Statement, sql } from "@offergraph/service/db/statement";
import { compileFilter } from "@offergraph/service/filters/filter";
import { discountCodeFilter, discountCodesTable } from "./list.js";

export interface CodesToExport {
  /** The filter of list_discount_codes. */
  filter: object | null;
  /** Excludes codes that were created after this time. Otherwise, an export might never end while clients create codes. */
  createdUntil: string;
}

const maxCodes = 1_000;
/** Maximum number of codes that a batch compares with the filter. It limits the time of a batch if few codes match. */
const maxScanned = 20_000;
/** Maximum number of aliases in a batch that has more than one code. A code can have 1000 aliases. */
const maxAliases = 10_000;

async function conditionOf(read: Read, { filter, createdUntil }: CodesToExport): Promise<Statement> {
  const condition = await compileFilter(discountCodeFilter(read), filter, "input.filter");
  return sql`${condition} AND d.created_at <= ${createdUntil}::timestamptz`;
}

export async function countCodes(read: Read, codes: CodesToExport): Promise<number> {
  const condition = await conditionOf(read, codes);
  const [row] = await read<{ total: number }>(sql`SELECT count(*)::integer AS total FROM ${discountCodesTable} WHERE ${condition}`);
  return row?.total ?? 0;
}

/** Throws BadUserInput if the filter is invalid. */
export async function checkFilter(read: Read, filter: object | null): Promise<void> {
  await compileFilter(discountCodeFilter(read), filter, "input.filter");
}

export interface CodeIds {
  /** Ids of matching codes, in ascending order. */
  ids: string[];
  /** The id up to which all codes were read; null if no codes are left. */
  end: string | null;
}

/**
 * Returns the next ids after `afterId`. `batchOf` returns the reduced number of records of a batch. Throws BadUserInput if the filter is
 * invalid.
 */
export async function readCodeIds(
  read: Read,
  codes: CodesToExport,
  afterId: string | null,
  batchOf: (size: number) => number,
): Promise<CodeIds> {
  const condition = await conditionOf(read, codes);
  const after = afterId === null ? sql`TRUE` : sql`d.row_id > ${afterId}::uuid`;
  const [last] = await read<{ id: string }>(sql`
    SELECT d.row_id AS id FROM ${discountCodesTable} WHERE ${after}
    ORDER BY d.row_id OFFSET ${batchOf(maxScanned) - 1}::integer LIMIT 1`);
  const until = last ? sql` AND d.row_id <= ${last.id}::uuid` : sql``;
  const limit = batchOf(maxCodes);
  const rows = await read<{ id: string; aliases: number }>(sql`
    SELECT d.row_id AS id, d.alias_count AS aliases FROM ${discountCodesTable} WHERE ${condition} AND ${after}${until}
    ORDER BY d.row_id LIMIT ${limit}::integer`);
  let aliases = 0;
  const end = rows.findIndex((row, index) => {
    aliases += row.aliases;
    return index > 0 && aliases > maxAliases;
  });
  const ids = rows.slice(0, end === -1 ? rows.length : end).map(({ id }) => id);
  return { ids, end: (end === -1 && rows.length < limit ? last?.id : ids.at(-1)) ?? null };
}
