import type { UserErrorCode } from "../errors/user-error.js";
import type { Write } from "./mutate.js";

type Refusing = Pick<Write<unknown>, "violations" | "check">;

/** Leaves a mutation with this violation and those found before. */
export function refuse(write: Refusing, path: readonly (string | number)[], code: UserErrorCode, message: string): never {
  write.violations.add(path, code, message);
  return leave(write);
}

/** Leaves a mutation with the violations that were found. */
export function leave(write: Pick<Refusing, "check">): never {
  write.check();
  throw new Error("A mutation was to leave with violations and has none.");
}
