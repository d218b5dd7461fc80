/**
 * SQL with its values kept apart: sql`SELECT … WHERE id = ${id}`; parts nest. `statement.text` has $1…, `statement.values` the values.
 * Values travel as pg sends them: a JavaScript array becomes a PostgreSQL array, an object JSON text; for a jsonb array pass JSON.stringify(…).
 */
export { default as sql, empty, join, raw, type Sql as Statement } from "sql-template-tag";
