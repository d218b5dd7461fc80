import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { z } from "zod";

const formsEnv = {
  ...serviceEnv,
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).href.replace(/\/$/, ""))
    .default("http://127.0.0.1:4000"),
  /** Encrypts the secrets of placements; GATEWAY_SIGNING_KEY does where it is absent. */
  CONNECTION_SECRET_KEY: z.string().min(32).optional(),
  /** After how long without a change a response without an outcome counts as left unfinished. */
  RESPONSE_LEFT_AFTER_MINUTES: z.coerce.number().int().min(1).max(525_600).default(1_440),
  /** So long an outcome's answer waits at most for the rewards that came of it; 0: not at all. */
  GRANTS_WAIT_MS: z.coerce.number().int().min(0).max(10_000).default(2_000),
};

/** The settings of forms. */
export type FormsSettings = ReturnType<typeof readSettings>;

/** Reads the settings of forms. Throws an Error that lists every finding. */
export function readSettings(source: NodeJS.ProcessEnv) {
  return readEnv(formsEnv, source);
}
