import { PublicError } from "@offergraph/shared/errors/public-error";

/** SQLSTATE classes by the first two characters (PostgreSQL, appendix A). */
const classes: Record<string, string> = {
  "08": "connection exception",
  "22": "invalid value",
  "23": "constraint violation",
  "25": "invalid transaction state",
  "40": "transaction conflict",
  "42": "syntax error or missing privilege",
  "53": "insufficient memory, disk or connections",
  "54": "program limit exceeded",
  "55": "object locked or in the wrong state",
  "57": "statement canceled or server shutting down",
  "58": "system error",
};
const isSqlState = (code: unknown): code is string => typeof code === "string" && /^(\d\d|F0|HV|P0|XX)[0-9A-Z]{3}$/.test(code);

/** Returns a text that explains to operators why an event failed. The text contains no SQL, values or host names. */
export function sanitizeError(error: unknown, eventId: string): string {
  if (error instanceof PublicError) return error.message;
  const more = `See the service log for event ${eventId}.`;
  const state = sqlStateOf(error);
  if (state) return `Database error: ${classes[state.slice(0, 2)] ?? "unknown"} (SQLSTATE ${state}). ${more}`;
  return `Internal error. ${more}`;
}

/** Finds the SQLSTATE in errors of pg and in errors of Prisma's raw queries and models. */
function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, meta, cause } = error as {
    code?: unknown;
    meta?: { code?: unknown; driverAdapterError?: { cause?: unknown } };
    cause?: unknown;
  };
  const adapter = (meta?.driverAdapterError?.cause ?? cause ?? {}) as { originalCode?: unknown; code?: unknown };
  return [adapter.originalCode, adapter.code, meta?.code, code].find(isSqlState);
}
