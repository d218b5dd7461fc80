import { type Statement, sql } from "../db/statement.js";
import type { Column } from "./columns.js";

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
