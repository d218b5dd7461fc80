import type { Violations } from "./user-error.js";

/** Why another service's record was not found. UNAVAILABLE: nothing is known of it here, and its owner gives no answer. */
export type LookUpFault = "NOT_FOUND" | "AMBIGUOUS_REF" | "UNAVAILABLE";

/** What looking for another service's record came to. */
export type LookUp<Row> = { row: Row; fault?: undefined } | { row?: undefined; fault: LookUpFault };

/** The one record that was found, or the fault that there is none, or more than one. */
export function onlyOne<Row>([row, another]: readonly Row[]): LookUp<Row> {
  if (row === undefined) return { fault: "NOT_FOUND" };
  return another === undefined ? { row } : { fault: "AMBIGUOUS_REF" };
}

const sentences: Record<LookUpFault, (what: string) => string> = {
  NOT_FOUND: (what) => `There is no such ${what} in this workspace.`,
  AMBIGUOUS_REF: (what) => `More than one ${what} of the workspace goes by this name: use the id.`,
  UNAVAILABLE: (what) => `No ${what} can be looked up at the moment, so nothing was written. Try again.`,
};

/** Tells a mutation's caller why the record at this path cannot be referred to. `what`: a word for it, e.g. "connection". */
export function addLookUpFault(violations: Violations, path: readonly (string | number)[], fault: LookUpFault, what: string): void {
  violations.add(path, fault, sentences[fault](what));
}
