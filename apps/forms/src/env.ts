import { publicUrl, readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { z } from "zod";

const formsEnv = {
  ...serviceEnv,
  PUBLIC_URL: publicUrl,
  /** Encrypts placement secrets. Default: GATEWAY_SIGNING_KEY. */
  CONNECTION_SECRET_KEY: z.string().min(32).optional(),
  /** Minutes without a change after which an open response becomes abandoned. */
  RESPONSE_ABANDONED_AFTER_MINUTES: z.coerce.number().int().min(1).max(525_600).default(1_440),
  /** Maximum time in milliseconds that a visitor's request waits for rewards. 0 disables the wait. */
  REWARD_WAIT_MS: z.coerce.number().int().min(0).max(10_000).default(2_000),
};

export type FormsSettings = ReturnType<typeof readSettings>;

export function readSettings(source: NodeJS.ProcessEnv) {
  return readEnv(formsEnv, source);
}
