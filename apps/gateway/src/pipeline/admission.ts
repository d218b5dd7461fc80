import { networkOf } from "@offergraph/shared/http/network";
import { newId } from "@offergraph/shared/time/ids";
import { count, look, type Verdict } from "../limits/limit.js";
import type { ProxyContext } from "../proxy/context.js";
import type { AuthenticatedContext, RequestContext } from "./context.js";
import { rateLimited } from "./request-error.js";
import type { Middleware } from "./run.js";

const reserved = "x-offergraph-";
const sane = /^[\w.:/+=@-]{1,128}$/;

/** Removes the client's values of headers that only the gateway may send to services. */
export const stripReservedHeaders: Middleware<RequestContext> = ({ request: { headers } }) => {
  for (const name in headers) if (name.startsWith(reserved)) delete headers[name];
};

/** Sets the request id: the client's X-Request-Id if its characters are safe for logs and headers, and otherwise a new id. */
export const requestId: Middleware<RequestContext> = (context) => {
  const { headers } = context.request;
  const given = headers["x-request-id"];
  context.requestId = typeof given === "string" && sane.test(given) ? given : newId();
  // Some code gets only the request without the context, so the request's header has the id, too.
  headers["x-request-id"] = context.requestId;
};

/** Limits the requests per minute from a network (an IPv4 address or an IPv6 /64), with any API key. */
export const limitAddress: Middleware<RequestContext> = async (context) => {
  const { limiters, addressOf } = context.gateway;
  context.address = addressOf(context.request);
  context.verdict = await count(limiters.addresses, networkOf(context.address), limiters.settings.perAddress);
  refuseExceeded(context.verdict, "; the limit applies to all requests from this address together, with any key");
};

/** Limits, with a separate counter, the requests per minute from a network to proxied paths. Reads of static files do not count. */
export const limitPublic: Middleware<ProxyContext> = async (context) => {
  const { limiters, addressOf } = context.gateway;
  const { method } = context.request;
  context.address = addressOf(context.request);
  if (context.target.isStatic && (method === "GET" || method === "HEAD")) return;
  context.verdict = await count(limiters.public, networkOf(context.address), limiters.settings.perPublicAddress);
  refuseExceeded(context.verdict);
};

/** Rejects a request if the service has answered too many requests from this network with an error, for example wrong passwords. */
export const limitFailures: Middleware<ProxyContext> = async ({ gateway: { limiters }, target, address }) => {
  if (!target.limitsFailures) return;
  const verdict = await look(limiters.failures, failuresOf(target, address), limiters.settings.failedPerKey);
  if (verdict?.isWithin !== false) return;
  const message = `Requests from this network address failed ${verdict.limit} times within a minute.`;
  throw rateLimited("RATE_LIMITED", message, verdict, " before the next attempt");
};

// An invalid request (400) tries no secret. Any web page can make a visitor's browser send invalid requests.
const failures = new Set([401, 403]);

/** Counts an answer with an error toward the limit of `limitFailures`. */
export async function countFailure({ gateway: { limiters }, target, address }: ProxyContext, status: number): Promise<void> {
  if (target.limitsFailures && failures.has(status))
    await count(limiters.failures, failuresOf(target, address), limiters.settings.failedPerKey);
}

const failuresOf = ({ name }: ProxyContext["target"], address: string) => `${name} ${networkOf(address)}`;

/** Limits the requests per minute with an API key: to the limit stored with the key, or else to the limit in the gateway's settings. */
export const limitKey: Middleware<AuthenticatedContext> = async (context) => {
  const { limiters } = context.gateway;
  const { keyId, limitPerMinute } = context.caller;
  const verdict = await count(limiters.keys, keyId, limitPerMinute ?? limiters.settings.perKey);
  context.verdict = verdict ?? context.verdict;
  if (verdict?.isWithin === false) {
    const message = `This API key exceeded ${verdict.limit} requests per minute.`;
    throw rateLimited("rate_limited", message, verdict, ", or use a key with a higher limit");
  }
};

function refuseExceeded(verdict: Verdict | undefined, advice = ""): void {
  if (verdict?.isWithin === false)
    throw rateLimited("RATE_LIMITED", `This network address exceeded ${verdict.limit} requests per minute.`, verdict, advice);
}
