import { publicUrl, readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { z } from "zod";

const formsEnv = {
  ...serviceEnv,
  PUBLIC_URL: publicUrl,
  /** Encrypts placement secrets. Default: GATEWAY_SIGNING_KEY. */
  CONNECTION_SECRET_KEY: z.string().min(32).optional(),
  /** A response without an outcome becomes abandoned after this number of minutes without a change. */
  RESPONSE_ABANDONED_AFTER_MINUTES: z.coerce.number().int().min(1).max(525_600).default(1_440),
  /** A request that completes or declines a form waits at most this number of milliseconds for rewards. 0 disables the wait. */
  REWARD_WAIT_MS: z.coerce.number().int().min(0).max(10_000).default(2_000),
};

export type FormsSettings = ReturnType<typeof readSettings>;

export function readSettings(source: NodeJS.ProcessEnv) {
  return readEnv(formsEnv, source);
}
