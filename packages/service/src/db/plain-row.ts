import { raw, type Statement } from "./statement.js";

/** A Prisma model's row as `sql` and `db.read` return it: times, days, bigints and decimals are strings. */
export type PlainRow<Model> = { [Field in keyof Model]: Plain<Model[Field]> };

type Plain<Value> = Value extends Date | bigint | { toDecimalPlaces: unknown } ? string : Value;

const columns = new Map<string, string>();

/** Column of a field of the Prisma schema: its name in snake_case. Cached, because large batches convert every field of every row. */
export function columnOf(field: string): string {
  const known = columns.get(field);
  if (known !== undefined) return known;
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columns.set(field, column);
  return column;
}

/** Select list of an aliased table, with each column named like its field. */
export function selectColumns(alias: string, fields: readonly string[]): Statement {
  return raw(fields.map((field) => `${alias}.${columnOf(field)} AS "${field}"`).join(", "));
}

/** Column list for INSERT (…) SELECT … of rows with these fields. Columns that this version does not know get their defaults. */
export function columnList(row: object | undefined): Statement {
  return raw(
    Object.keys(row ?? {})
      .map(columnOf)
      .join(", "),
  );
}

/** Rows as JSON for PostgreSQL's json_populate_recordset: inserts any number of rows in one statement, with little CPU time per value. */
export function jsonRows(rows: readonly object[]): string {
  // A copy of an object with all keys costs less than adding the keys one by one.
  const empty = Object.fromEntries(Object.keys(rows[0] ?? {}).map((field) => [columnOf(field), null as unknown]));
  const stored = rows.map((row) => {
    const values = { ...empty };
    for (const [field, value] of Object.entries(row)) values[columnOf(field)] = value;
    return values;
  });
  return JSON.stringify(stored);
}
