import type { Logger } from "@offergraph/shared/log/logger";
import type { PlacementRow } from "../../db/rows.js";

export type Placed = Pick<PlacementRow, "workspaceId" | "channelId" | "config">;

export interface VisitorRequest {
  publicKey: string;
  address: string;
  userAgent: string | undefined;
  acceptLanguage: string | undefined;
  requestId?: string | undefined;
  traceparent?: string | undefined;
  log: Logger;
  /** Throws if the request must not use the placement, for example because of the website's origin. */
  admit(placement: Placed): void;
}
