import { type Statement, sql } from "../database/statement.js";
import type { Column } from "./columns.js";

/** Holds for every row. */
export const everything: Statement = sql`TRUE`;

/** Holds for no row; null for a null row, as a comparison is, so that NOT of it does not bring null rows in. */
export function never(column: Column): Statement {
  return column.nullable ? sql`(${column.sql} IS NULL AND NULL)` : sql`FALSE`;
}

/** Holds for every row but null ones, for which it is null. */
export function always(column: Column): Statement {
  return column.nullable ? sql`(${column.sql} IS NOT NULL OR NULL)` : sql`TRUE`;
}
