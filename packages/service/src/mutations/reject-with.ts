import type { UserErrorCode } from "@offergraph/shared/errors/user-error";
import type { Write } from "./mutate.js";

type Refusing = Pick<Write<unknown>, "violations" | "check">;

/** Adds a violation and ends the mutation with all violations. */
export function rejectWith(write: Refusing, path: readonly (string | number)[], code: UserErrorCode, message: string): never {
  write.violations.add(path, code, message);
  return throwUserErrors(write);
}

/** Ends the mutation with its violations, of which there must be at least one. */
export function throwUserErrors(write: Pick<Refusing, "check">): never {
  write.check();
  throw new Error("Invariant violated: a mutation was rejected without violations.");
}
