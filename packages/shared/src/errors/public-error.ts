/**
 * An error whose message and code are shown to callers: a top-level GraphQL error, or an HTTP error of the gateway.
 * Callers see any other error as INTERNAL_SERVER_ERROR without its message.
 */
export class PublicError extends Error {
  /**
   * @param code value of `extensions.code`, e.g. `BAD_USER_INPUT`
   * @param message what is wrong, where, and what is allowed
   * @param details more `extensions`: plain JSON, safe to show
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

/** Invalid argument value of a query: the response is HTTP 200 with the field null and this error. */
export class BadUserInput extends PublicError {
  /** @param argument the argument's name, or its path joined by dots */
  constructor(argument: string, message: string) {
    super("BAD_USER_INPUT", message, { argument });
    this.name = "BadUserInput";
  }
}
