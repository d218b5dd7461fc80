import type { Statement } from "../db/statement.js";

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

/** Returns the SQL type to cast a parameter to when it is compared with this column. */
export function parameterType(column: Column): string {
  switch (column.kind) {
    case "datetime":
      return "timestamptz";
    case "decimal":
      return column.scale === undefined ? "numeric" : "bigint";
    // Wider than some columns: all integer types share an operator family, so indexes still apply.
    case "int":
      return "bigint";
    case "float":
      return "double precision";
    case "enum":
      return "smallint";
    case "text-list":
      return "text[]";
    default:
      return column.kind;
  }
}
