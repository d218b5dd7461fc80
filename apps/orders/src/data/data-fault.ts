/**
 * Whether the database refuses what was written for what it is, and would refuse it again: by SQLSTATE, a value out of range and the like
 * (class 22), a missing value or one that a check forbids.
 */
export function isDataFault(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && (/^22[0-9A-Z]{3}$/.test(code) || code === "23502" || code === "23514");
}
