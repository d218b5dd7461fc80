import type { IncomingMessage, ServerResponse } from "node:http";
import { visitorHeader } from "@offergraph/shared/access/visitor";
import type { Gateway } from "../gateway.js";
import { RequestContext } from "../request-context.js";
import type { PublicRoute } from "../supergraph/manifest.js";
import type { ProxiedRequest, Upstream } from "./upstreams.js";

/** Context of a proxied request. */
export interface ProxyContext extends RequestContext {
  readonly target: PublicRoute;
  readonly owner: Upstream;
  /** Maximum body size. */
  readonly maxBytes: number;
  /** Connection pool to use. */
  readonly lane: ProxiedRequest["lane"];
  /** Overrides the default timeouts. */
  readonly patience: ProxiedRequest["patience"];
  /** Returns the signed identity header. */
  vouch(): Record<string, string>;
}

/** Context of a proxied request without a key. */
export class PublicContext extends RequestContext implements ProxyContext {
  readonly patience = undefined;
  /** Complete body; null before it is read or if there is none. */
  body: Buffer | null = null;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    gateway: Gateway,
    readonly target: PublicRoute,
    readonly owner: Upstream,
  ) {
    super(request, response, gateway);
  }

  get maxBytes(): number {
    return this.target.maxBodyBytes;
  }

  get lane(): ProxiedRequest["lane"] {
    return this.body === null ? "read" : "write";
  }

  vouch(): Record<string, string> {
    const { address, requestId, gateway } = this;
    return { [visitorHeader]: gateway.signVisitor({ address, requestId }, gateway.clock.now().getTime()) };
  }
}
