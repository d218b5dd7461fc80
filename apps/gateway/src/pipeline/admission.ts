import { networkOf } from "@offergraph/shared/http/network";
import { newId } from "@offergraph/shared/time/ids";
import { count, look, type Verdict, whenKnown } from "../limits/limit.js";
import type { ProxyContext } from "../proxy/context.js";
import type { AuthenticatedContext, RequestContext } from "./context.js";
import { rateLimited } from "./request-error.js";
import type { Middleware } from "./run.js";

const reserved = "x-offergraph-";
const sane = /^[\w.:/+=@-]{1,128}$/;

/** Removes headers that only the gateway may send to services. */
export const stripReservedHeaders: Middleware<RequestContext> = ({ request: { headers, rawHeaders } }) => {
  // Searches `rawHeaders`, because enumerating the object `headers` is slow. Almost no request has a reserved header.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length > reserved.length && name.toLowerCase().startsWith(reserved)) delete headers[name.toLowerCase()];
  }
};

/** Sets the request id. Uses the client's X-Request-Id if its characters are safe for logs and headers. Otherwise, creates a new id. */
export const requestId: Middleware<RequestContext> = (context) => {
  const { headers } = context.request;
  const given = headers["x-request-id"];
  context.requestId = typeof given === "string" && sane.test(given) ? given : newId();
  // Writes the id to the request's header, because some functions receive only the request.
  headers["x-request-id"] = context.requestId;
};

/** Limits the requests per minute from one network (an IPv4 address or an IPv6 /64), across all API keys. */
export const limitAddress: Middleware<RequestContext> = (context) => {
  const { limiters, addressOf } = context.gateway;
  context.address = addressOf(context.request);
  return whenKnown(count(limiters.addresses, networkOf(context.address), limiters.settings.perAddress), (verdict) => {
    context.verdict = verdict;
    refuseExceeded(verdict, "; the limit applies to all requests from this network together, with any API key");
  });
};

/** Limits the requests per minute from one network to proxied paths. Uses a separate counter, which excludes static files. */
export const limitPublic: Middleware<ProxyContext> = async (context) => {
  const { limiters, addressOf } = context.gateway;
  const { method } = context.request;
  context.address = addressOf(context.request);
  if (context.target.isStatic && (method === "GET" || method === "HEAD")) return;
  context.verdict = await count(limiters.public, networkOf(context.address), limiters.settings.perPublicAddress);
  refuseExceeded(context.verdict);
};

/** Rejects requests from a network with too many 401 or 403 responses, for example after wrong passwords. */
export const limitFailures: Middleware<ProxyContext> = async ({ gateway: { limiters }, target, address }) => {
  if (!target.limitsFailures) return;
  const verdict = await look(limiters.failures, failuresOf(target, address), limiters.settings.failedPerKey);
  if (verdict?.isWithin !== false) return;
  const message = `Requests from this network address failed ${verdict.limit} times within a minute.`;
  throw rateLimited("RATE_LIMITED", message, verdict, " before the next attempt");
};

// Statuses that the gateway treats as failed attempts to use a secret. Excludes 400 (invalid request), because any web page can make a
// browser send invalid requests.
const failures = new Set([401, 403]);

/** Counts a response with 401 or 403 toward the limit of `limitFailures`. */
export async function countFailure({ gateway: { limiters }, target, address }: ProxyContext, status: number): Promise<void> {
  if (target.limitsFailures && failures.has(status))
    await count(limiters.failures, failuresOf(target, address), limiters.settings.failedPerKey);
}

const failuresOf = ({ name }: ProxyContext["target"], address: string) => `${name} ${networkOf(address)}`;

/**
 * Limits the requests per minute with an API key. The record of the key contains the limit. For a key without a limit, the limit in the
 * gateway's settings applies.
 */
export const limitKey: Middleware<AuthenticatedContext> = (context) => {
  const { limiters } = context.gateway;
  const { keyId, limitPerMinute } = context.caller;
  return whenKnown(count(limiters.keys, keyId, limitPerMinute ?? limiters.settings.perKey), (verdict) => {
    context.verdict = verdict ?? context.verdict;
    if (verdict?.isWithin !== false) return;
    const message = `This API key exceeded ${verdict.limit} requests per minute.`;
    throw rateLimited("rate_limited", message, verdict, ", or use a key with a higher limit");
  });
};

function refuseExceeded(verdict: Verdict | undefined, advice = ""): void {
  if (verdict?.isWithin === false)
    throw rateLimited("RATE_LIMITED", `This network address exceeded ${verdict.limit} requests per minute.`, verdict, advice);
}
