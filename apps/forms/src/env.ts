import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";

/** The settings of forms. Throws an Error that lists every finding. */
export function readSettings(source: NodeJS.ProcessEnv) {
  return readEnv(serviceEnv, source);
}
