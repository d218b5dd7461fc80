import pg from "pg";

/** SQLSTATE codes lock_not_available and deadlock_detected. */
const codes: readonly (string | undefined)[] = ["55P03", "40P01"];

/** True if a statement did not get a lock, so that it can be repeated later. */
export function isLockError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && codes.includes(error.code);
}
