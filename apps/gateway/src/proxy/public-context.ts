import type { IncomingMessage, ServerResponse } from "node:http";
import { visitorHeader } from "@offergraph/shared/access/visitor";
import type { Gateway } from "../deps.js";
import { RequestContext } from "../pipeline/context.js";
import type { PublicRoute } from "../supergraph/manifest.js";
import type { ProxiedRequest, Upstream } from "./upstreams.js";

/** Context of a proxied request. */
export interface ProxyContext extends RequestContext {
  readonly target: PublicRoute;
  readonly upstream: Upstream;
  /** Maximum body size. */
  readonly maxBytes: number;
  /** Connection pool to use. */
  readonly pool: ProxiedRequest["pool"];
  /** Overrides the default timeouts. */
  readonly timeouts: ProxiedRequest["timeouts"];
  /** Returns the signed identity header. */
  identityHeaders(): Record<string, string>;
}

/** Context of a proxied request without a key. */
export class PublicContext extends RequestContext implements ProxyContext {
  readonly timeouts = undefined;
  /** Complete body; null before it is read or if there is none. */
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

  override get label(): string {
    return this.target.name;
  }

  override get summary() {
    return { path: this.target.name };
  }

  get maxBytes(): number {
    return this.target.maxBodyBytes;
  }

  get pool(): ProxiedRequest["pool"] {
    return this.body === null ? "read" : "write";
  }

  identityHeaders(): Record<string, string> {
    const { address, requestId, gateway } = this;
    return { [visitorHeader]: gateway.signVisitor({ address, requestId }, gateway.clock.now().getTime()) };
  }
}
