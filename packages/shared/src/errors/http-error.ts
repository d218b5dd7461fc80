import { PublicError } from "./public-error.js";

export class HttpError extends PublicError {
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
