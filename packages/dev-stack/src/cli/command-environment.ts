import { signingKey } from "../supervisor/private-files.js";
import { sandboxStoreAccess } from "../supervisor/sandbox-store.js";
import type { SystemDescription } from "../supervisor/system-file.js";

/**
 * Returns the environment variables that connect a command to the running system. `name` is the name of an app, or "events" for the
 * commands of the event streams. If `source` contains GATEWAY_SIGNING_KEY, OUTBOUND_ALLOW_PRIVATE or OFFERGRAPH_WORKSPACE, returns the
 * value in `source` instead of the value of the running system.
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
