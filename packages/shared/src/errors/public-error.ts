/** Error with a code and a message for clients. For any other error, clients see only INTERNAL_SERVER_ERROR. */
export class PublicError extends Error {
  /** `code` is the value of `extensions.code`. `details` are further `extensions`: plain JSON that clients may see. */
  constructor(
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = "PublicError";
  }
}

/** Error for an invalid argument of a query. `argument` is the argument's name, or the path to the value, joined by dots. */
export class BadUserInput extends PublicError {
  constructor(argument: string, message: string) {
    super("BAD_USER_INPUT", message, { argument });
    this.name = "BadUserInput";
  }
}
