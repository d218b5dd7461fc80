import type { IncomingMessage, ServerResponse } from "node:http";
import { type AccessLevel, principalHeader } from "@offergraph/shared/access/principal";
import { visitorHeader } from "@offergraph/shared/access/visitor";
import type { Gateway } from "../deps.js";
import { isLines } from "../http/media-type.js";
import { AuthenticatedContext, RequestContext } from "../pipeline/context.js";
import type { PublicRoute } from "../supergraph/manifest.js";
import type { ProxiedRequest, Upstream } from "./upstreams.js";

export interface ProxyContext extends RequestContext, Pick<ProxiedRequest, "pool" | "timeouts"> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: PublicRoute;
  readonly upstream: Upstream;
  identityHeaders(): Record<string, string>;
}

/** State of a proxied request without an API key. All steps of the pipeline share the state. */
export class PublicContext extends RequestContext implements ProxyContext {
  declare readonly request: IncomingMessage;
  declare readonly response: ServerResponse;
  readonly timeouts = undefined;
  /** The whole request body. Null before readPublicRequest, and if the request has no body. */
  body: Buffer | null = null;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    gateway: Gateway,
    readonly target: PublicRoute,
    readonly upstream: Upstream,
  ) {
    super(request, response, gateway);
  }

  override get label() {
    return this.target.name;
  }

  override get summary() {
    return { path: this.target.name };
  }

  get pool() {
    return this.body === null ? "read" : "write";
  }

  identityHeaders(): Record<string, string> {
    const { address, requestId, gateway } = this;
    return { [visitorHeader]: gateway.signVisitor({ address, requestId }, gateway.clock.now().getTime()) };
  }
}

// Ingest requests have long timeouts, because a slow sender delays the response to each batch.
const streamTimeouts = { headersMs: 30_000, bodyMs: 300_000 };

/** State of an ingest request. All steps of the pipeline share the state. The body is JSON, or an NDJSON stream without a time limit. */
export class IngestContext extends AuthenticatedContext implements ProxyContext {
  declare readonly request: IncomingMessage;
  declare readonly response: ServerResponse;
  override readonly takesConnectionKeys = true;
  readonly pool = "ingest";
  readonly isStream: boolean;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    gateway: Gateway,
    readonly target: PublicRoute & { readonly level: AccessLevel },
    readonly upstream: Upstream,
    readonly liftTimeLimit: () => void,
  ) {
    super(request, response, gateway);
    this.isStream = isLines(request);
  }

  override get label() {
    return this.target.name;
  }

  override get summary() {
    return { path: this.target.name };
  }

  /** The signature does not cover the body, because the body is a stream. */
  identityHeaders(): Record<string, string> {
    const { target, request } = this;
    const { method = "POST", url = target.path } = request;
    return { [principalHeader]: this.identify()({ service: target.service, method, path: url, body: undefined }) };
  }

  get timeouts() {
    return this.isStream ? streamTimeouts : undefined;
  }
}
