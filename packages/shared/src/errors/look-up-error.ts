import type { Violations } from "./user-error.js";

/** Reason why a lookup failed. UNAVAILABLE: the service that owns the record does not respond. */
export type LookUpError = "NOT_FOUND" | "AMBIGUOUS_REF" | "UNAVAILABLE";

export type LookUp<Row> = { row: Row; fault?: undefined } | { row?: undefined; fault: LookUpError };

/** Returns the only record of a lookup. Returns NOT_FOUND for no record, and AMBIGUOUS_REF for several records. */
export function onlyOne<Row>([row, another]: readonly Row[]): LookUp<Row> {
  if (row === undefined) return { fault: "NOT_FOUND" };
  return another === undefined ? { row } : { fault: "AMBIGUOUS_REF" };
}

const sentences: Record<LookUpError, (what: string) => string> = {
  NOT_FOUND: (what) => `There is no such ${what} in this workspace.`,
  AMBIGUOUS_REF: (what) => `More than one ${what} in this workspace matches this name. Use the id.`,
  UNAVAILABLE: (what) => `The ${what} could not be looked up, so nothing was written. Try again.`,
};

/** Adds a violation for a reference without a record. `what` is the kind of record in the message, for example "connection". */
export function addLookUpError(violations: Violations, path: readonly (string | number)[], fault: LookUpError, what: string): void {
  violations.add(path, fault, sentences[fault](what));
}
