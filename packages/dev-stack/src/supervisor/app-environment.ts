import path from "node:path";
import type { Settings } from "./settings.js";

/** Variables of npm and of the supervisor, which apps do not inherit. */
const notForApps = /^(npm_|INIT_CWD$|NODE_CHANNEL_|DATA_DIR$|OFFERGRAPH_|PORT$|METRICS_PORT$|DATABASE_URL$)/;

/** Returns an app's environment: the inherited variables of `npm start`, overridden by the variables in `decided`. */
export function appEnvironment(source: NodeJS.ProcessEnv, decided: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(source).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !notForApps.test(entry[0]),
  );
  // graphql and other libraries run extra checks unless NODE_ENV is production.
  return { ...Object.fromEntries(inherited), NODE_ENV: "production", ...decided };
}

/** Additional variables of a gateway replica: its port, the subgraphs and its supergraph cache. */
export function gatewayEnvironment(settings: Settings, subgraphs: readonly string[], index: number): Record<string, string> {
  return {
    PORT: String(settings.port + index),
    SUBGRAPHS: subgraphs.join(","),
    SUPERGRAPH_CACHE: path.join(settings.dataDirectory, index === 0 ? "supergraph.json" : `supergraph-${index + 1}.json`),
    ...publicUrl(settings, index),
  };
}

/** Returns the variable PUBLIC_URL of a gateway replica. Returns no variable if `npm start` was started with PUBLIC_URL. */
export function publicUrl(
  { publicUrl: given, host, port }: Pick<Settings, "publicUrl" | "host" | "port">,
  index: number,
): { PUBLIC_URL?: string } {
  return given ? {} : { PUBLIC_URL: `http://${host}:${port + index}` };
}
