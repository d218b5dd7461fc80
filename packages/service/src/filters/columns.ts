import { type Statement, sql } from "../db/statement.js";

/** Kinds of columns for filters and orders. Each kind has a filter type in the SDL, for example UUIDFilter. */
export type ColumnKind = "uuid" | "text" | "datetime" | "date" | "decimal" | "int" | "float" | "boolean" | "enum" | "text-list";

/** A column or SQL expression for filters and orders. */
export interface Column {
  /** SQL of the value, e.g. `c.created_at`. Statements repeat this SQL, so the expression must be cheap and free of side effects. */
  sql: Statement;
  kind: ColumnKind;
  /** Values of an enum in SDL order. The column stores the index in this list as smallint. */
  values?: readonly string[];
  /** Scale of a decimal that is stored as bigint times 10^scale. Absent for a `numeric` column. */
  scale?: number;
  /** True if the value can be null. If unsure, use true: a wrong true makes queries slightly slower, but a wrong false loses rows. */
  nullable: boolean;
  /** Normalizes a text operand to the stored form. Without this function, operands are compared unchanged. */
  normalize?: (text: string) => string;
  /**
   * True (default) if an index (workspace, this column, primary key) supports orders by this column; "ascending" if the index
   * supports only ascending orders. Without an index, pages after a cursor scan all rows.
   */
  indexed?: boolean | "ascending";
}

// All integer types share an operator family, so a bigint parameter can use the index of a smaller integer column.
const parameterTypes: Partial<Record<ColumnKind, string>> = {
  datetime: "timestamptz",
  int: "bigint",
  float: "double precision",
  enum: "smallint",
  "text-list": "text[]",
};

/** Returns the SQL type to which a parameter is cast for a comparison with the column. */
export function parameterType({ kind, scale }: Column): string {
  if (kind === "decimal") return scale === undefined ? "numeric" : "bigint";
  return parameterTypes[kind] ?? kind;
}

/** Matches every row. */
export const matchAll: Statement = sql`TRUE`;

/** Matches no row. For null values the condition is null, as in any comparison, so NOT does not match null values. */
export function matchNone(column: Column): Statement {
  return column.nullable ? sql`(${column.sql} IS NULL AND NULL)` : sql`FALSE`;
}

/** Matches every row with a value. For null values the condition is null. */
export function matchPresent(column: Column): Statement {
  return column.nullable ? sql`(${column.sql} IS NOT NULL OR NULL)` : sql`TRUE`;
}
