import { HttpError } from "@offergraph/shared/errors/http-error";

// Errors for visitors. None reveals the workspace of a key.

export const unknownKey = () => new HttpError(404, "PUBLIC_KEY_UNKNOWN", "Unknown public key.");
export const endedKey = () =>
  new HttpError(410, "PUBLIC_KEY_ENDED", "This public key has ended: it was rotated, or its placement was removed.");
export const closedForm = () => new HttpError(410, "FORM_CLOSED", "This form is closed and accepts no responses now.");
export const unknownResponse = () => new HttpError(404, "RESPONSE_UNKNOWN", "No response with this id was created with this public key.");
export const takenId = () => new HttpError(409, "RESPONSE_ID_TAKEN", "This id is already in use. Generate another random UUID.");
export const refusedOrigin = () =>
  new HttpError(
    403,
    "origin_not_allowed",
    "This origin may not use this public key. Allowed are the origins in the placement's allowed_origins.",
  );
