/**
 * Parameterized SQL such as sql`SELECT … WHERE id = ${id}`. Statements can be nested. pg converts a JavaScript array to a PostgreSQL array
 * and an object to JSON. For a jsonb array, pass JSON.stringify(…).
 */
import sql, { type Sql as Statement } from "sql-template-tag";

export { empty, join, raw } from "sql-template-tag";
export { type Statement, sql };

/**
 * The ids as an SQL value of type uuid[]. Hides the number of ids from the planner. With a plain parameter, PostgreSQL plans a lookup of one
 * id again at each execution, because a cached plan expects 10 ids and seems more expensive.
 */
export const idList = (ids: readonly string[]): Statement => sql`(SELECT ${ids}::uuid[])`;

/** The right side of a comparison with any of the ids, for example sql`WHERE d.row_id = ${anyId(ids)}` (see `idList`). */
export const anyId = (ids: readonly string[]): Statement => sql`ANY(${idList(ids)}::uuid[])`;
