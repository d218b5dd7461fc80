import type { Logger } from "@offergraph/shared/log/logger";

export interface Placed {
  workspaceId: string;
  channelId: string;
  config: Record<string, unknown>;
}

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
