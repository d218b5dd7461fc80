import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";

export type IncentivesSettings = ReturnType<typeof readSettings>;

/** Throws an Error that lists all missing and invalid variables. */
export function readSettings(source: NodeJS.ProcessEnv) {
  return readEnv(serviceEnv, source);
}
