import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { z } from "zod";

export function readSettings(source: NodeJS.ProcessEnv) {
  return readEnv(
    {
      PORT: serviceEnv.PORT,
      HOST: serviceEnv.HOST,
      LOG_LEVEL: serviceEnv.LOG_LEVEL,
      SANDBOX_STORE_SECRET: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, "must be whsec_ followed by at least 24 bytes in base64"),
      /** Path of the file with the received messages. A second file in the same folder contains the fault plan. */
      SANDBOX_STORE_FILE: z.string().min(1),
    },
    source,
  );
}

export type Settings = ReturnType<typeof readSettings>;
