/** Error with a message and code for callers. Any other error becomes INTERNAL_SERVER_ERROR without its message. */
export class PublicError extends Error {
  /** `code` is the value of `extensions.code`. `details` are further `extensions` as plain JSON that is safe to show. */
  constructor(
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = "PublicError";
  }
}

/** Invalid argument value of a query. `argument` is the argument's name, or the path joined by dots. */
export class BadUserInput extends PublicError {
  constructor(argument: string, message: string) {
    super("BAD_USER_INPUT", message, { argument });
    this.name = "BadUserInput";
  }
}
