import type { Read } from "../db/read.js";
import { type Statement, sql } from "../db/statement.js";
import { compileFilter, type FilterShape } from "../filters/filter.js";

export interface RecordsToExport {
  /** The argument `filter` of the operation that lists records of this type. */
  filter: object | null;
  /** Excludes records that were created after this time, so that the export ends even if clients keep adding records. */
  createdUntil: string;
}

export interface ExportTable {
  /** The FROM clause with one row per record. */
  from: Statement;
  /** The record's id. The table's primary key must begin with the columns of the workspace and this id. */
  id: Statement;
  createdAt: Statement;
  shape: (read: Read) => FilterShape;
}

const maxRecords = 1_000;
/** Maximum number of records that one batch reads, even if few records match. */
const maxScanned = 20_000;

async function conditionOf(read: Read, { shape, createdAt }: ExportTable, { filter, createdUntil }: RecordsToExport): Promise<Statement> {
  const condition = await compileFilter(shape(read), filter, "input.filter");
  return sql`${condition} AND ${createdAt} <= ${createdUntil}::timestamptz`;
}

/** Throws BadUserInput if the filter is invalid. */
export async function checkFilter(read: Read, { shape }: ExportTable, filter: object | null): Promise<void> {
  await compileFilter(shape(read), filter, "input.filter");
}

export async function countRecords(read: Read, table: ExportTable, records: RecordsToExport): Promise<number> {
  const condition = await conditionOf(read, table, records);
  const [row] = await read<{ total: number }>(sql`SELECT count(*)::integer AS total FROM ${table.from} WHERE ${condition}`);
  return row?.total ?? 0;
}

export interface Window {
  select: Statement;
  afterId: string | null;
  /** Returns the size of a batch, which is smaller than `size` after failed attempts. */
  reduced: (size: number) => number;
}

/**
 * Returns the next matching rows after `afterId`, sorted by id. `end` is the id up to which all records were read, or null if no records
 * are left. `select` must contain "rowId". Throws BadUserInput if the filter is invalid.
 */
export async function readWindow<Row extends { rowId: string }>(
  read: Read,
  table: ExportTable,
  records: RecordsToExport,
  { select, afterId, reduced }: Window,
): Promise<{ rows: Row[]; end: string | null }> {
  const { from, id } = table;
  const condition = await conditionOf(read, table, records);
  const after = afterId === null ? sql`TRUE` : sql`${id} > ${afterId}::uuid`;
  const [last] = await read<{ id: string }>(sql`
    SELECT ${id} AS id FROM ${from} WHERE ${after} ORDER BY ${id} OFFSET ${reduced(maxScanned) - 1}::integer LIMIT 1`);
  const until = last ? sql` AND ${id} <= ${last.id}::uuid` : sql``;
  const limit = reduced(maxRecords);
  const rows = await read<Row>(sql`
    SELECT ${select} FROM ${from} WHERE ${condition} AND ${after}${until} ORDER BY ${id} LIMIT ${limit}::integer`);
  return { rows, end: (rows.length < limit ? last?.id : rows.at(-1)?.rowId) ?? null };
}
