import pg from "pg";

/** SQLSTATE codes of a prepared statement whose plan is invalid (0A000), or that a pooler has lost (26000). */
const codes: readonly (string | undefined)[] = ["0A000", "26000"];

/** True if a prepared statement cannot run any more, so that the statement must be prepared again. */
export function isStaleStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && codes.includes(error.code);
}
