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
  /** Every path at or above which something was found. */
  readonly #prefixes = new Set<string>();
  readonly #most: number;

  /** Of more than `most` findings the rest is told as one, LIMIT_EXCEEDED without a path. */
  constructor({ most = Number.POSITIVE_INFINITY } = {}) {
    this.#most = most;
  }

  /** Adds a violation. `path`: the whole input path, e.g. `["input", "body", "aliased_codes", 3, "code"]`. */
  add(path: readonly (string | number)[], code: UserErrorCode, message: string): void {
    const field = path.map(String);
    const key = JSON.stringify([field, code]);
    if (this.#found.has(key) || this.#found.size > this.#most) return;
    if (this.#found.size === this.#most) {
      this.#found.set("", { field: [], message: `More is wrong than these ${this.#most}.`, code: "LIMIT_EXCEEDED" });
      return;
    }
    this.#found.set(key, { field, message, code });
    for (let length = 0; length <= field.length; length += 1) this.#prefixes.add(JSON.stringify(field.slice(0, length)));
  }

  /** Whether anything was found at this path (or below it). */
  has(path: readonly (string | number)[]): boolean {
    return this.#prefixes.has(JSON.stringify(path.map(String)));
  }

  get any(): boolean {
    return this.#found.size > 0;
  }

  /** The violations in the order found. */
  get list(): UserError[] {
    return [...this.#found.values()];
  }
}
