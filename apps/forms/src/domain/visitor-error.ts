import { PublicError } from "@offergraph/shared/errors/public-error";

// The messages must not reveal the workspace of a key.
const messages = {
  PUBLIC_KEY_UNKNOWN: "Unknown public key.",
  PUBLIC_KEY_ENDED: "This public key is no longer valid because the key was rotated or the placement was removed.",
  FORM_CLOSED: "This form is closed and does not accept responses.",
  ALREADY_ANSWERED:
    "This visitor has already completed the form. The form accepts only one response per visitor, because enable_repeat is false.",
  RESPONSE_UNKNOWN: "This public key has no response with this id.",
  RESPONSE_ID_TAKEN: "This id is already in use. Generate another random UUID.",
  SERVER_SIGNATURE_INVALID: "Invalid Offergraph-Server-Signature header.",
  SHORT_LINK_UNKNOWN: "Unknown short link.",
  SHORT_LINK_DISABLED: "This short link is disabled.",
  QR_CODES_BUSY: "Too many QR codes are being generated. Retry in a few seconds.",
  UNAVAILABLE: "Too many requests. Retry in 5 seconds.",
} as const;

export type VisitorErrorCode = keyof typeof messages;

/** Error that rejects a visitor's request. http/visitor-error.ts maps the code to an HTTP status. */
export class VisitorError extends PublicError {
  constructor(
    override readonly code: VisitorErrorCode,
    message: string = messages[code],
  ) {
    super(code, message);
    this.name = "VisitorError";
  }
}
