/**
 * Parameterized SQL such as sql`SELECT … WHERE id = ${id}`. Statements can be nested. pg converts a JavaScript array to a PostgreSQL array
 * and an object to JSON. For a jsonb array, pass JSON.stringify(…).
 */
export { default as sql, empty, join, raw, type Sql as Statement } from "sql-template-tag";
