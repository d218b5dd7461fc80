import type { Statement } from "../database/statement.js";

/** What kinds of column can be filtered and ordered by; each belongs to one filter type of api.md 2.14. */
export type ColumnKind = "uuid" | "text" | "datetime" | "date" | "decimal" | "int" | "float" | "boolean" | "enum" | "text-list";

/** A column, or an expression, that lists are filtered or ordered by. */
export interface Column {
  /** The SQL of the value, e.g. `c.created_at`. It is repeated in a statement, so it has to be cheap and without side effects. */
  sql: Statement;
  kind: ColumnKind;
  /** Of an enum: its values in the order the SDL declares them. Stored as smallint, the rank in this list from 0. */
  values?: readonly string[];
  /** Of a decimal stored as bigint: scaled by 10^scale. Absent: the column is a `numeric`. */
  scale?: number;
  /** Whether the value can be null. Say so when unsure: it costs a little speed, the opposite would lose rows. */
  nullable: boolean;
  /** Brings a text operand into the form in which the column stores its values. Absent: operands compare as given. */
  normalize?: (text: string) => string;
  /**
   * Whether an index (workspace, this column, primary key) serves orders by this column; assumed when absent.
   * Without one, pages after a cursor are read in one pass over the rows instead of by seeking in the index.
   * "ascending": there is one, but none in the other direction. It is read backwards for that, and rows that share a value are sorted by
   * their ids; the keys alone pass that sort, which are all in the index.
   */
  indexed?: boolean | "ascending";
}

/** The SQL type that a parameter compared with this column is cast to, so that PostgreSQL never has to guess. */
export function parameterType(column: Column): string {
  switch (column.kind) {
    case "datetime":
      return "timestamptz";
    case "decimal":
      return column.scale === undefined ? "numeric" : "bigint";
    // Wider than some columns on purpose: all integer types share one operator family, and with it their indexes.
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
