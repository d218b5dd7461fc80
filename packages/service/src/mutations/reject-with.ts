import type { UserErrorCode, Violations } from "@offergraph/shared/errors/user-error";

interface Rejecting {
  readonly errors: Violations;
  check(): void;
}

/** Adds an error, and ends the mutation with all errors. */
export function rejectWith(tx: Rejecting, path: readonly (string | number)[], code: UserErrorCode, message: string): never {
  tx.errors.add(path, code, message);
  return throwUserErrors(tx);
}

/** Ends the mutation with the errors that were added. At least one error must have been added. */
export function throwUserErrors(tx: Pick<Rejecting, "check">): never {
  tx.check();
  throw new Error("Invariant violated: a mutation was rejected without errors.");
}
