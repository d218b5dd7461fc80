import type { Logger } from "@offergraph/shared/log/logger";

/** A placement, as far as the right to use it depends on it. */
export interface Placed {
  workspaceId: string;
  channelId: string;
  config: Record<string, unknown>;
}

/** A visitor's request to the collect API. */
export interface VisitorRequest {
  publicKey: string;
  address: string;
  userAgent: string | undefined;
  acceptLanguage: string | undefined;
  requestId?: string | undefined;
  traceparent?: string | undefined;
  log: Logger;
  /** Throws if the request may not use this placement, e.g. because of its origin. */
  admit(placement: Placed): void;
}
