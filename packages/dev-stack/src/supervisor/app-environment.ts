import path from "node:path";
import type { Settings } from "./settings.js";

/** Matches the names of variables that belong to npm or the supervisor, and that apps must not inherit. */
const notForApps =
  /^(npm_|INIT_CWD$|NODE_CHANNEL_|DATA_DIR$|OFFERGRAPH_|PORT$|METRICS_PORT$|DATABASE_URL$|NATS_URL$|SERVICE_URL$|OTEL_SERVICE_NAME$)/;

/** Returns the environment variables of an app. The variables in `decided` replace inherited variables. */
export function appEnvironment(source: NodeJS.ProcessEnv, decided: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(source).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !notForApps.test(entry[0]),
  );
  // NODE_ENV=production turns off slow development checks of graphql and other libraries.
  return { ...Object.fromEntries(inherited), NODE_ENV: "production", ...decided };
}

/** Returns the variables of a gateway replica: port, subgraphs and supergraph cache file. */
export function gatewayEnvironment(settings: Settings, subgraphs: readonly string[], index: number): Record<string, string> {
  return {
    PORT: String(settings.port + index),
    SUBGRAPHS: subgraphs.join(","),
    SUPERGRAPH_CACHE: path.join(settings.dataDirectory, index === 0 ? "supergraph.json" : `supergraph-${index + 1}.json`),
    ...publicUrl(settings, index),
  };
}

/** Returns PUBLIC_URL for a gateway replica. Returns an empty object if PUBLIC_URL is already set. */
export function publicUrl(
  { publicUrl: given, host, port }: Pick<Settings, "publicUrl" | "host" | "port">,
  index: number,
): { PUBLIC_URL?: string } {
  return given ? {} : { PUBLIC_URL: `http://${host}:${port + index}` };
}
