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

export interface UserError {
  field: string[];
  message: string;
  code: UserErrorCode;
}

/** Collects all validation errors of an input. Lists only the first error of each path and code. */
export class Violations {
  readonly #found = new Map<string, UserError>();
  /** All paths and parent paths of violations, for the method `has`. */
  readonly #prefixes = new Set<string>();
  readonly #most: number;

  /** Lists only the first `most` violations, followed by one LIMIT_EXCEEDED error without a path. */
  constructor({ most = Number.POSITIVE_INFINITY } = {}) {
    this.#most = most;
  }

  /** `path` is the full input path, for example `["input", "body", "aliased_codes", 3, "code"]`. */
  add(path: readonly (string | number)[], code: UserErrorCode, message: string): void {
    const field = path.map(String);
    const key = JSON.stringify([field, code]);
    if (this.#found.has(key) || this.#found.size > this.#most) return;
    if (this.#found.size === this.#most) {
      this.#found.set("", {
        field: [],
        message: `The input has more than ${this.#most} errors. Only the first ${this.#most} errors are listed.`,
        code: "LIMIT_EXCEEDED",
      });
      return;
    }
    this.#found.set(key, { field, message, code });
    for (let length = 0; length <= field.length; length += 1) this.#prefixes.add(JSON.stringify(field.slice(0, length)));
  }

  /** True if a violation exists at or below this path. */
  has(path: readonly (string | number)[]): boolean {
    return this.any && this.#prefixes.has(JSON.stringify(path.map(String)));
  }

  get any(): boolean {
    return this.#found.size > 0;
  }

  get list(): UserError[] {
    return [...this.#found.values()];
  }
}
