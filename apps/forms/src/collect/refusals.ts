import { HttpError } from "@offergraph/shared/errors/http-error";

// What visitors are told. None of it says whose a key is or was.

export const unknownKey = () => new HttpError(404, "PUBLIC_KEY_UNKNOWN", "There is no such public key.");
export const endedKey = () =>
  new HttpError(410, "PUBLIC_KEY_ENDED", "This public key has ended: it was replaced by another one, or its placement was removed.");
export const closedForm = () => new HttpError(410, "FORM_CLOSED", "This form takes no responses now.");
export const unknownResponse = () => new HttpError(404, "RESPONSE_UNKNOWN", "No response with this id came in by this public key.");
export const takenId = () =>
  new HttpError(409, "RESPONSE_ID_TAKEN", "This id cannot be used for a response: make another one, a random UUID.");
export const refusedOrigin = () =>
  new HttpError(
    403,
    "origin_not_allowed",
    "Pages of this origin may not use this public key: its placement's allowed_origins say which may.",
  );
