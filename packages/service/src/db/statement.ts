/**
 * Parameterized SQL: sql`SELECT … WHERE id = ${id}`; statements nest. pg converts a JavaScript array to a PostgreSQL array and an object
 * to JSON; for a jsonb array pass JSON.stringify(…).
 */
export { default as sql, empty, join, raw, type Sql as Statement } from "sql-template-tag";
