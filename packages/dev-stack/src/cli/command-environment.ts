import { signingKey } from "../supervisor/private-files.js";
import { sandboxStoreAccess } from "../supervisor/sandbox-store.js";
import type { SystemDescription } from "../supervisor/system-file.js";

/**
 * Returns the environment variables for a command of the running system. `name` is an app's name, or "events". GATEWAY_SIGNING_KEY,
 * OUTBOUND_ALLOW_PRIVATE and OFFERGRAPH_WORKSPACE in `source` replace the values of the running system.
 */
export function commandEnvironment(
  name: string,
  system: SystemDescription,
  dataDirectory: string,
  source: NodeJS.ProcessEnv,
): Record<string, string> {
  return {
    DATABASE_URL: system.databaseUrls[name] ?? "",
    NATS_URL: system.natsUrl,
    GATEWAY_SIGNING_KEY: source.GATEWAY_SIGNING_KEY ?? signingKey(dataDirectory),
    OUTBOUND_ALLOW_PRIVATE: source.OUTBOUND_ALLOW_PRIVATE ?? system.outboundAllowPrivate,
    OFFERGRAPH_WORKSPACE: source.OFFERGRAPH_WORKSPACE ?? system.workspaceId,
    ...sandboxStoreAccess(dataDirectory, system.sandboxStoreUrl),
  };
}
