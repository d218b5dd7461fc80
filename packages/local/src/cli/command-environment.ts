import { sandboxStoreAccess } from "../supervisor/sandbox-store.js";
import { signingKey } from "../supervisor/signing-key.js";
import type { SystemDescription } from "../supervisor/system-file.js";

/** What an app's commands (or "events") are told of the system that runs on a data directory, beside what `source` tells them. */
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
    // A connection that the system would never push to is refused when it is made.
    OUTBOUND_ALLOW_PRIVATE: source.OUTBOUND_ALLOW_PRIVATE ?? system.outboundAllowPrivate,
    OFFERGRAPH_WORKSPACE: source.OFFERGRAPH_WORKSPACE ?? system.workspaceId,
    ...sandboxStoreAccess(dataDirectory, system.sandboxStoreUrl),
  };
}
