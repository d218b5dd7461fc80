import path from "node:path";
import { publicUrl } from "./public-url.js";
import type { Settings } from "./settings.js";

/** Belongs to npm's run of our own script, or to the supervisor alone. */
const notForApps = /^(npm_|INIT_CWD$|NODE_CHANNEL_|DATA_DIR$|OFFERGRAPH_|PORT$|METRICS_PORT$|DATABASE_URL$)/;

/**
 * The environment of an app: that of `npm start` without what is not meant for apps, so that PUBLIC_URL, CORS_ORIGINS,
 * TRUSTED_PROXIES, REDIS_URL, LOG_LEVEL and the RATE_LIMIT_* reach whoever reads them, and then what the supervisor decides.
 */
export function appEnvironment(source: NodeJS.ProcessEnv, decided: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(source).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !notForApps.test(entry[0]),
  );
  // graphql and others check more, and slower, unless they are told that this is no development run.
  return { ...Object.fromEntries(inherited), NODE_ENV: "production", ...decided };
}

/** What a replica of the gateway has besides: a port of its own, the subgraphs, and where it keeps what they are composed to. */
export function gatewayEnvironment(settings: Settings, subgraphs: readonly string[], index: number): Record<string, string> {
  return {
    PORT: String(settings.port + index),
    SUBGRAPHS: subgraphs.join(","),
    SUPERGRAPH_CACHE: path.join(settings.dataDirectory, index === 0 ? "supergraph.json" : `supergraph-${index + 1}.json`),
    ...publicUrl(settings, index),
  };
}
