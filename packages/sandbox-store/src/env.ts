import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { z } from "zod";

/** The settings of the sandbox store. Throws an Error that lists every finding. */
export function readSettings(source: NodeJS.ProcessEnv) {
  return readEnv(
    {
      PORT: serviceEnv.PORT,
      HOST: serviceEnv.HOST,
      LOG_LEVEL: serviceEnv.LOG_LEVEL,
      /** Signs what comes in and what is answered (Standard Webhooks). */
      SANDBOX_STORE_SECRET: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, "has to be whsec_ and 24 or more bytes in base64"),
      /** The journal; the trouble to make is kept beside it. */
      SANDBOX_STORE_FILE: z.string().min(1),
    },
    source,
  );
}

export type Settings = ReturnType<typeof readSettings>;
