import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { z } from "zod";

/** The settings of forms. */
export type FormsSettings = ReturnType<typeof readSettings>;

/** Reads the settings of forms. Throws an Error that lists every finding. */
export function readSettings(source: NodeJS.ProcessEnv) {
  const publicUrl = z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).href.replace(/\/$/, ""))
    .default("http://127.0.0.1:4000");
  return readEnv({ ...serviceEnv, PUBLIC_URL: publicUrl }, source);
}
