import type { PublicRequest } from "@offergraph/service/subgraph/routes";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { channelOfPlacement } from "../../domain/channels.js";
import type { Placed } from "../../services/responses/visitor-request.js";

const refusal = "This origin may not use this public key. Send the request from an origin in the placement's `allowed_origins`.";

/**
 * Sets the CORS headers. Throws if the request's origin must not use the placement's public key. The hosted page may use every key. Accepts
 * requests without an Origin header, for example from a server.
 */
export function admitOrigin({ request, response }: PublicRequest, placement: Placed, publicUrl: string): void {
  response.setHeader("vary", "Origin");
  response.removeHeader("access-control-allow-origin");
  const { origin, "sec-fetch-site": site } = request.headers;
  const allowed = allowedOrigins(placement);
  if (allowed === "any") allow(response, "*");
  else if (origin === undefined) return;
  else if (allowed.includes(origin)) allow(response, origin);
  // Also accepts requests with `Sec-Fetch-Site: same-origin`, because the hosted page's origin can differ from PUBLIC_URL. Pages cannot
  // forge this header.
  else if (origin !== new URL(publicUrl).origin && site !== "same-origin") throw new HttpError(403, "origin_not_allowed", refusal);
}

/** Any page can read errors that occur before the placement is known. */
export const admitAll = ({ response }: PublicRequest): void => allow(response, "*");

function allow(response: PublicRequest["response"], origin: string): void {
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", "X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After");
}

/** Returns the origins that may use a public key, in addition to our own origin. Placements in a store's checkout allow any origin. */
export function allowedOrigins(placement: Placed): "any" | readonly string[] {
  const { surface } = channelOfPlacement(placement);
  if (surface === "IN_PLATFORM") return "any";
  const { allowed_origins: origins } = placement.config;
  return surface === "WEBSITE" && Array.isArray(origins) ? (origins as string[]) : [];
}
