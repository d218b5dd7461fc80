import { raw, type Statement, sql } from "./statement.js";

/** Row of a Prisma model as returned by `sql` and `db.read`. Times, days, bigints and decimals are strings. */
export type PlainRow<Model> = { [Field in keyof Model]: Plain<Model[Field]> };

type Plain<Value> = Value extends Date | bigint | { toDecimalPlaces: unknown } ? string : Value;

const columns = new Map<string, string>();

/** Converts a Prisma field's name to the column name (snake_case). Caches names, because batches convert every field of every row. */
export function columnOf(field: string): string {
  const known = columns.get(field);
  if (known !== undefined) return known;
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columns.set(field, column);
  return column;
}

/** Returns the select list of an aliased table. Each column gets the name of its Prisma field. */
export function selectColumns(alias: string, fields: readonly string[]): Statement {
  return raw(fields.map((field) => `${alias}.${columnOf(field)} AS "${field}"`).join(", "));
}

/**
 * Returns the column list for an INSERT of rows with the fields of `row`. Columns that are not fields of `row` get their default values.
 */
export function columnList(row: object | undefined): Statement {
  return raw(
    Object.keys(row ?? {})
      .map(columnOf)
      .join(", "),
  );
}

/** Serializes rows for json_populate_recordset, which needs little CPU time per value. */
export function jsonRows(rows: readonly object[]): string {
  // Copying an object that has all keys is faster than adding each key to an empty object.
  const empty = Object.fromEntries(Object.keys(rows[0] ?? {}).map((field) => [columnOf(field), null as unknown]));
  const stored = rows.map((row) => {
    const values = { ...empty };
    for (const [field, value] of Object.entries(row)) values[columnOf(field)] = value;
    return values;
  });
  return JSON.stringify(stored);
}

/**
 * Returns an INSERT of rows whose fields are Prisma fields of the table. The statement lists the columns, so that it stays valid when a
 * newer version of the service adds a column with a default value. Throws an Error if there is no row, or if rows have different fields.
 */
export function insertRows(table: string, rows: readonly object[], alias = table): Statement {
  const [first = {}] = rows;
  const count = Object.keys(first).length;
  const isLikeFirst = (row: object) => Object.keys(row).length === count && Object.keys(row).every((field) => field in first);
  if (count === 0 || !rows.every(isLikeFirst))
    throw new Error(`Invariant violated: the rows for ${table} have different fields, or there is no row.`);
  const columns = columnList(first);
  return sql`INSERT INTO ${raw(table)} AS ${raw(alias)} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${raw(table)}, ${jsonRows(rows)}::json)`;
}
