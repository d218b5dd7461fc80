/** The kinds of fault that an input can have: the values of the SDL's enum UserErrorCode. */
export type UserErrorCode =
  | "REQUIRED"
  | "INVALID"
  | "TOO_SHORT"
  | "TOO_LONG"
  | "OUT_OF_RANGE"
  | "TAKEN"
  | "NOT_FOUND"
  | "AMBIGUOUS_REF"
  | "UNKNOWN_FIELD"
  | "INVALID_TRANSITION"
  | "SHARES_REQUIRED"
  | "SHARES_NOT_100"
  | "LIMIT_EXCEEDED"
  | "ALREADY_DECIDED"
  | "IN_USE"
  | "CONFLICT"
  | "UNAVAILABLE";

/** One rule that a mutation's input breaks; the SDL's type UserError. */
export interface UserError {
  field: string[];
  message: string;
  code: UserErrorCode;
}

/**
 * Collects every rule that an input breaks (decisions.md 2: all violations at once).
 * Two findings at one path with one code are one violation.
 */
export class Violations {
  readonly #found = new Map<string, UserError>();

  /** Adds a violation. `path`: the whole input path, e.g. `["input", "body", "aliased_codes", 3, "code"]`. */
  add(path: readonly (string | number)[], code: UserErrorCode, message: string): void {
    const field = path.map(String);
    const key = JSON.stringify([field, code]);
    if (!this.#found.has(key)) this.#found.set(key, { field, message, code });
  }

  /** Whether anything was found at this path (or below it). */
  has(path: readonly (string | number)[]): boolean {
    const prefix = path.map(String);
    return this.list.some(({ field }) => prefix.every((part, index) => field[index] === part));
  }

  get any(): boolean {
    return this.#found.size > 0;
  }

  /** The violations in the order found. */
  get list(): UserError[] {
    return [...this.#found.values()];
  }
}
