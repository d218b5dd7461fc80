import { type Statement, sql } from "../db/statement.js";

/** Kinds of columns that lists can filter and sort by. Each kind has a filter type in the SDL, for example UUIDFilter. */
export type ColumnKind = "uuid" | "text" | "datetime" | "date" | "decimal" | "int" | "float" | "boolean" | "enum" | "text-list";

/** A column or SQL expression that lists can filter and sort by. */
export interface Column {
  /**
   * SQL expression of the value, for example `c.created_at`. A statement may contain the expression several times, so it must be cheap and
   * free of side effects.
   */
  sql: Statement;
  kind: ColumnKind;
  /** Values of an enum in SDL order. The column stores the index in this list as smallint. */
  values?: readonly string[];
  /** The stored bigint is the decimal times 10^scale. Absent for a `numeric` column. */
  scale?: number;
  /** True if the value can be null. In case of doubt, use true: a wrong `false` makes lists omit rows. */
  nullable: boolean;
  /** Converts a filter's text to the form that the column stores. */
  normalize?: (text: string) => string;
  /**
   * True (default) if the table has an index on (workspace, this column, primary key). "ascending" if only lists in ascending order can use
   * the index.
   */
  indexed?: boolean | "ascending";
}

// Int columns have bigint parameters, because a bigint parameter can also use the index of a smallint or integer column.
const parameterTypes: Partial<Record<ColumnKind, string>> = {
  datetime: "timestamptz",
  int: "bigint",
  float: "double precision",
  enum: "smallint",
  "text-list": "text[]",
};

/** Returns the SQL type of a parameter that is compared with the column. */
export function parameterType({ kind, scale }: Column): string {
  if (kind === "decimal") return scale === undefined ? "numeric" : "bigint";
  return parameterTypes[kind] ?? kind;
}

export const matchAll: Statement = sql`TRUE`;

/** Condition that matches no row. For a null value, the condition and its negation are null, as in SQL. */
export function matchNone(column: Column): Statement {
  return column.nullable ? sql`(${column.sql} IS NULL AND NULL)` : sql`FALSE`;
}

/** Condition that matches every row in which the column is not null. For a null value, the condition is null (see matchNone). */
export function matchPresent(column: Column): Statement {
  return column.nullable ? sql`(${column.sql} IS NOT NULL OR NULL)` : sql`TRUE`;
}
