import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";

/** The settings of incentives. */
export type IncentivesSettings = ReturnType<typeof readSettings>;

/** Reads the settings of incentives. Throws an Error that lists every finding. */
export function readSettings(source: NodeJS.ProcessEnv) {
  return readEnv(serviceEnv, source);
}
