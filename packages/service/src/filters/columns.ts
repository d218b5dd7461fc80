import { type Statement, sql } from "../db/statement.js";

/** Kinds of column for filters and orders; each corresponds to one filter type of api.md 2.14. */
export type ColumnKind = "uuid" | "text" | "datetime" | "date" | "decimal" | "int" | "float" | "boolean" | "enum" | "text-list";

/** A column or SQL expression for filters and orders. */
export interface Column {
  /** SQL of the value, e.g. `c.created_at`. It is repeated in a statement, so it must be cheap and free of side effects. */
  sql: Statement;
  kind: ColumnKind;
  /** For an enum: its values in SDL order. The column stores the index in this list as smallint. */
  values?: readonly string[];
  /** For a decimal stored as bigint times 10^scale. Absent: the column is `numeric`. */
  scale?: number;
  /** True if the value can be null. If unsure, use true: it costs little speed, while a wrong false loses rows. */
  nullable: boolean;
  /** Normalizes a text operand to the stored form. Absent: operands compare as given. */
  normalize?: (text: string) => string;
  /**
   * True (default) if an index (workspace, this column, primary key) supports orders by this column; "ascending": ascending orders only.
   * Without one, pages after a cursor scan all rows.
   */
  indexed?: boolean | "ascending";
}

// bigint is wider than some integer columns: all integer types share an operator family, so indexes still apply.
const parameterTypes: Partial<Record<ColumnKind, string>> = {
  datetime: "timestamptz",
  int: "bigint",
  float: "double precision",
  enum: "smallint",
  "text-list": "text[]",
};

/** Returns the SQL type to cast a parameter to when it is compared with this column. */
export function parameterType({ kind, scale }: Column): string {
  if (kind === "decimal") return scale === undefined ? "numeric" : "bigint";
  return parameterTypes[kind] ?? kind;
}

/** Matches every row. */
export const matchAll: Statement = sql`TRUE`;

/** Matches no row. Null for null values, like any comparison, so that NOT does not match them. */
export function matchNone(column: Column): Statement {
  return column.nullable ? sql`(${column.sql} IS NULL AND NULL)` : sql`FALSE`;
}

/** Matches every row with a value; null for null values. */
export function matchPresent(column: Column): Statement {
  return column.nullable ? sql`(${column.sql} IS NOT NULL OR NULL)` : sql`TRUE`;
}
