/**
 * True if the database rejected a value, so that a retry would fail as well: SQLSTATE class 22 (data exception), 23502 (not null) or
 * 23514 (check).
 */
export function isDataFault(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && (/^22[0-9A-Z]{3}$/.test(code) || code === "23502" || code === "23514");
}
