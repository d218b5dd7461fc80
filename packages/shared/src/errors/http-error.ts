import { PublicError } from "./public-error.js";

/** A refusal of a plain HTTP request (no GraphQL): its status, and what its JSON says. */
export class HttpError extends PublicError {
  /**
   * @param status the HTTP status
   * @param code what `extensions.code` says
   * @param message what was wrong, where, and what is allowed
   * @param headers further headers of the answer, e.g. `Allow`
   */
  constructor(
    readonly status: number,
    code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(code, message);
    this.name = "HttpError";
  }
}
