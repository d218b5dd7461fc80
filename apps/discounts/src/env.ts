import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";

/** The settings of the service. Throws an Error that lists every finding. */
export function discountsEnv(source: NodeJS.ProcessEnv) {
  return readEnv(serviceEnv, source);
}

/** The settings of the admin commands. */
export function adminEnv(source: NodeJS.ProcessEnv) {
  return readEnv({ DATABASE_URL: serviceEnv.DATABASE_URL }, source);
}
