/** The error of a rejected OAuth request. `code` and `message` become `error` and `error_description` of the response (RFC 6749 5.2). */
export class OAuthError extends Error {
  constructor(
    readonly code:
      | "invalid_request"
      | "invalid_client"
      | "invalid_grant"
      | "invalid_scope"
      | "invalid_target"
      | "invalid_redirect_uri"
      | "invalid_client_metadata"
      | "unsupported_grant_type"
      | "unsupported_response_type"
      | "temporarily_unavailable",
    message: string,
    /** The number of seconds after which the client can repeat the request. */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = "OAuthError";
  }
}
