/** Error whose message and code are shown to callers; any other error becomes INTERNAL_SERVER_ERROR without its message. */
export class PublicError extends Error {
  /** `code`: value of `extensions.code`. `details`: more `extensions`, plain JSON that is safe to show. */
  constructor(
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = "PublicError";
  }
}

/** Invalid argument value of a query. `argument`: its name, or its path joined by dots. */
export class BadUserInput extends PublicError {
  constructor(argument: string, message: string) {
    super("BAD_USER_INPUT", message, { argument });
    this.name = "BadUserInput";
  }
}
