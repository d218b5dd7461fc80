import { PublicError } from "./public-error.js";

/** Error response to a plain HTTP request (not GraphQL). */
export class HttpError extends PublicError {
  /**
   * @param code value of `extensions.code`
   * @param message what is wrong, where, and what is allowed
   * @param headers additional response headers, e.g. `Allow`
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
