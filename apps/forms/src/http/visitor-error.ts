import type { PublicRoute } from "@offergraph/service/subgraph/routes";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { VisitorError, type VisitorErrorCode } from "../domain/visitor-error.js";

const statuses: Readonly<Record<VisitorErrorCode, number>> = {
  PUBLIC_KEY_UNKNOWN: 404,
  PUBLIC_KEY_ENDED: 410,
  FORM_CLOSED: 410,
  ALREADY_ANSWERED: 409,
  RESPONSE_UNKNOWN: 404,
  RESPONSE_ID_TAKEN: 409,
  SERVER_SIGNATURE_INVALID: 401,
  SHORT_LINK_UNKNOWN: 404,
  SHORT_LINK_DISABLED: 410,
  QR_CODES_BUSY: 503,
  UNAVAILABLE: 503,
};
const retryAfterSeconds: Partial<Record<VisitorErrorCode, string>> = { QR_CODES_BUSY: "1", UNAVAILABLE: "5" };

export function toHttpError(error: unknown): unknown {
  if (!(error instanceof VisitorError)) return error;
  const { code, message } = error;
  const retryAfter = retryAfterSeconds[code];
  return new HttpError(statuses[code], code, message, retryAfter === undefined ? {} : { "retry-after": retryAfter });
}

export function withHttpErrors(route: PublicRoute): PublicRoute {
  const answer: PublicRoute["answer"] = async (visit) => {
    try {
      return await route.answer(visit);
    } catch (error) {
      throw toHttpError(error);
    }
  };
  return { ...route, answer };
}
