import { PublicError } from "../errors/public-error.js";

/** What a class of SQLSTATEs says, in an operator's words: the first two characters (PostgreSQL, appendix A). */
const classes: Record<string, string> = {
  "08": "no connection",
  "22": "a value that it cannot hold",
  "23": "a broken constraint",
  "25": "a transaction in the wrong state",
  "40": "a conflict with another transaction",
  "42": "a wrong statement, or a right that is missing",
  "53": "too little memory, disk or connections",
  "54": "a row or statement beyond its limits",
  "55": "an object that is locked or in the wrong state",
  "57": "it was told to stop",
  "58": "a fault of its machine",
};
const isSqlState = (code: unknown): code is string => typeof code === "string" && /^(\d\d|F0|HV|P0|XX)[0-9A-Z]{3}$/.test(code);

/** Why an event could not be taken, fit to be shown: no statement, no value, no host. What an operator may do something about is said. */
export function shownFailure(error: unknown, eventId: string): string {
  if (error instanceof PublicError) return error.message;
  const more = `the service's log has it under event ${eventId}.`;
  const state = sqlStateOf(error);
  if (state) return `The database refused it: ${classes[state.slice(0, 2)] ?? "an error"} (SQLSTATE ${state}); ${more}`;
  return `An internal error; ${more}`;
}

/** As pg says it, and as Prisma's raw queries and models say it. */
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
