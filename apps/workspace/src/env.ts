import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";

export type WorkspaceServiceSettings = ReturnType<typeof readSettings>;

/** Reads the settings. Throws an Error that lists all problems. */
export function readSettings(source: NodeJS.ProcessEnv) {
  return readEnv(serviceEnv, source);
}
