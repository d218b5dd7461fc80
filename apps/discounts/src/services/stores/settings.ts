import { deriveKey } from "@offergraph/shared/access/principal";
import type { DiscountsSettings } from "../../env.js";

export interface StoreSettings {
  /** Allows http endpoints and loopback or private addresses. */
  allowPrivate: boolean;
  secretKey: Buffer;
}

type Given = Pick<DiscountsSettings, "GATEWAY_SIGNING_KEY" | "OUTBOUND_ALLOW_PRIVATE" | "CONNECTION_SECRET_KEY">;

export function storeSettings({ GATEWAY_SIGNING_KEY, OUTBOUND_ALLOW_PRIVATE, CONNECTION_SECRET_KEY }: Given): StoreSettings {
  return {
    allowPrivate: OUTBOUND_ALLOW_PRIVATE === "1",
    secretKey: deriveKey(CONNECTION_SECRET_KEY ?? GATEWAY_SIGNING_KEY, "connection-secret"),
  };
}
