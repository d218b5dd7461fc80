import { PublicError } from "@offergraph/shared/errors/public-error";

// No message reveals the workspace of a key.
const messages = {
  PUBLIC_KEY_UNKNOWN: "Unknown public key.",
  PUBLIC_KEY_ENDED: "This public key is no longer valid: it was rotated, or its placement was removed.",
  FORM_CLOSED: "This form is closed and accepts no responses now.",
  ALREADY_ANSWERED: "This visitor has already completed the form. It accepts one response per visitor (enable_repeat is false).",
  RESPONSE_UNKNOWN: "No response with this id was created with this public key.",
  RESPONSE_ID_TAKEN: "This id is already in use. Generate another random UUID.",
  SERVER_SIGNATURE_INVALID: "Invalid Offergraph-Server-Signature header.",
  SHORT_LINK_UNKNOWN: "Unknown short link.",
  SHORT_LINK_DISABLED: "This short link is disabled.",
  QR_CODES_BUSY: "Too many QR codes requested at once. Try again in a moment.",
  UNAVAILABLE: "Too many requests. Retry in 5 seconds.",
} as const;

export type VisitorErrorCode = keyof typeof messages;

/** Error for a visitor's request that a use case rejects. The routes in http/ map the code to a status. */
export class VisitorError extends PublicError {
  constructor(
    override readonly code: VisitorErrorCode,
    message: string = messages[code],
  ) {
    super(code, message);
    this.name = "VisitorError";
  }
}
