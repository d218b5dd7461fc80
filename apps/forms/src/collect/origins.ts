import type { Visit } from "@offergraph/shared/subgraph/routes";
import { channelOfPlacement } from "../domain/channels.js";
import { refusedOrigin } from "./refusals.js";

interface Placed {
  workspaceId: string;
  channelId: string;
  config: Record<string, unknown>;
}

/**
 * Throws unless the page that sends a request may use the placement's key, and lets the browser give it the answer (decisions.md 5):
 * the hosted page always may, beside it on the Website the pages of `allowed_origins`, in a store's checkout, whose origin nobody
 * knows, every page. Requests without an Origin come from no page.
 */
export function admitOrigin({ request, response }: Visit, placement: Placed, publicUrl: string): void {
  response.setHeader("vary", "Origin");
  response.removeHeader("access-control-allow-origin");
  const { origin, "sec-fetch-site": site } = request.headers;
  const allowed = allowedOrigins(placement);
  if (allowed === "any") allow(response, "*");
  else if (origin === undefined) return;
  else if (allowed.includes(origin)) allow(response, origin);
  // A page cannot write the second header itself; the address that it reached us by may be another than PUBLIC_URL.
  else if (origin !== new URL(publicUrl).origin && site !== "same-origin") throw refusedOrigin();
}

/** Lets every page read what is not about a placement: that a key is unknown, or has ended. */
export function admitAll({ response }: Visit): void {
  allow(response, "*");
}

function allow(response: Visit["response"], origin: string): void {
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", "X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After");
}

/** The origins whose pages may use a placement's key, beside our own. */
export function allowedOrigins(placement: Placed): "any" | readonly string[] {
  const { surface } = channelOfPlacement(placement);
  if (surface === "IN_PLATFORM") return "any";
  const { allowed_origins: origins } = placement.config;
  return surface === "WEBSITE" && Array.isArray(origins) ? (origins as string[]) : [];
}
