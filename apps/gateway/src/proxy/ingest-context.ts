import type { IncomingMessage, ServerResponse } from "node:http";
import { type AccessLevel, principalHeader } from "@offergraph/shared/access/principal";
import type { Gateway } from "../deps.js";
import { isLines } from "../http/media-type.js";
import { AuthenticatedContext } from "../pipeline/context.js";
import type { PublicRoute } from "../supergraph/manifest.js";
import type { ProxyContext } from "./public-context.js";
import type { Upstream } from "./upstreams.js";

// The service sends results per batch; a slow sender leaves long pauses between them.
const streamTimeouts = { headersMs: 30_000, bodyMs: 300_000 };

/** Context of an ingest request: JSON, or an NDJSON stream without a time limit. */
export class IngestContext extends AuthenticatedContext implements ProxyContext {
  override readonly takesConnectionKeys = true;
  readonly pool = "ingest";
  readonly isStream: boolean;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    gateway: Gateway,
    readonly target: PublicRoute & { readonly level: AccessLevel },
    readonly upstream: Upstream,
    /** Lifts the time limit of the request. */
    readonly liftTimeLimit: () => void,
  ) {
    super(request, response, gateway);
    this.isStream = isLines(request);
  }

  override get label(): string {
    return this.target.name;
  }

  override get summary() {
    return { path: this.target.name };
  }

  /** Signs without the body, which is streamed. */
  identityHeaders(): Record<string, string> {
    const { target, request } = this;
    const { method = "POST", url = target.path } = request;
    return { [principalHeader]: this.identify()({ service: target.service, method, path: url, body: undefined }) };
  }

  get maxBytes(): number {
    return this.isStream ? Number.POSITIVE_INFINITY : this.target.maxBodyBytes;
  }

  get timeouts() {
    return this.isStream ? streamTimeouts : undefined;
  }
}
