/**
 * An error whose message and code may leave the system: a top-level GraphQL error, or an HTTP error of the gateway.
 * Everything else that is thrown reaches callers as INTERNAL_SERVER_ERROR without its message.
 */
export class PublicError extends Error {
  /**
   * @param code what `extensions.code` says, e.g. `BAD_USER_INPUT`
   * @param message what was wrong, where, and what is allowed
   * @param details further `extensions`: plain JSON, safe to show
   */
  constructor(
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = "PublicError";
  }
}

/** A bad argument value of a read operation: answered with HTTP 200, the field null, and this error (decisions.md 2). */
export class BadUserInput extends PublicError {
  /** @param argument the argument's name, or its path joined by dots */
  constructor(argument: string, message: string) {
    super("BAD_USER_INPUT", message, { argument });
    this.name = "BadUserInput";
  }
}
