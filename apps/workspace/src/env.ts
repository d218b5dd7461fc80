import { deriveKey } from "@offergraph/shared/access/principal";
import { outboundEnv, publicUrl, readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { z } from "zod";
import type { WebhookSettings } from "./services/webhooks/settings.js";

export type WorkspaceServiceSettings = ReturnType<typeof readSettings>;

const auditEnv = {
  /** Days after which audit events are deleted. */
  AUDIT_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(400),
};

/** Reads the settings. Throws an Error that lists all problems. */
export function readSettings(source: NodeJS.ProcessEnv) {
  return readEnv({ ...serviceEnv, ...outboundEnv, ...auditEnv, PUBLIC_URL: publicUrl }, source);
}

export function webhookSettings({
  GATEWAY_SIGNING_KEY,
  OUTBOUND_ALLOW_PRIVATE,
  CONNECTION_SECRET_KEY,
}: WorkspaceServiceSettings): WebhookSettings {
  const secretKey = deriveKey(CONNECTION_SECRET_KEY ?? GATEWAY_SIGNING_KEY, "webhook-secret");
  return { allowPrivate: OUTBOUND_ALLOW_PRIVATE === "1", secretKey };
}
