import { appEnvironment, publicUrl } from "./app-environment.js";
import { type App, gateway } from "./apps.js";
import type { Output } from "./output.js";
import { signingKey } from "./private-files.js";
import type { ProcessRegistry } from "./process-registry.js";
import { sandboxStoreServer } from "./sandbox-store.js";
import { databases, natsServer, postgresServer, type Server } from "./servers.js";
import type { Settings } from "./settings.js";

interface Context {
  settings: Settings;
  registry: ProcessRegistry;
  output: Output;
  onRestart(): void;
  /** Calls `work` to start a server, and prints the duration of the start. */
  timed(name: string, work: () => Promise<Server>, say: (server: Server) => string): Promise<Server>;
}

/** The running servers that the apps use: PostgreSQL, NATS and the sandbox store. */
export interface Infrastructure {
  sandboxStoreUrl: string;
  natsUrl: string;
  /** True if the NATS server has the buckets of the schema registry. An existing server may not have them. */
  hasRegistry: boolean;
  pids(): Record<string, number>;
  environment(app: App): Record<string, string>;
}

/** Starts PostgreSQL, NATS and the sandbox store. Even after a failed startup, the caller must stop `servers` in reverse order. */
export function startInfrastructure(
  context: Context,
  apps: readonly App[],
): { servers: Promise<Server>[]; infrastructure: Promise<Infrastructure> } {
  const { settings, registry, output, onRestart, timed } = context;
  const postgres = postgresServer(context);
  const nats = natsServer(context);
  const store = sandboxStoreServer({ dataDirectory: settings.dataDirectory, registry, output, onRestart });
  const names = apps.map((app) => app.name);
  const infrastructure = Promise.all([
    timed("postgres", () => postgres, whose),
    timed("nats", () => nats, whose),
    timed("sandbox-store", () => store, hostOf),
    postgres.then(({ url }) => databases(url, names)),
  ]).then(([postgresServer, natsServer, storeServer, databaseUrls]) => {
    const servers = Object.entries({ "sandbox-store": storeServer, nats: natsServer, postgres: postgresServer });
    const key = settings.signingKey ?? signingKey(settings.dataDirectory);
    return {
      sandboxStoreUrl: storeServer.url,
      natsUrl: natsServer.url,
      hasRegistry: natsServer.urlOf !== undefined,
      pids: () => Object.fromEntries(servers.flatMap(([name, { pid }]) => (pid ? [[name, pid()]] : []))),
      environment: (app: App) =>
        appEnvironment(process.env, {
          HOST: settings.host,
          PORT: "0",
          DATABASE_URL: databaseUrls.get(app.name) ?? "",
          ...natsEnvironment(app, natsServer, settings),
          GATEWAY_SIGNING_KEY: key,
          OUTBOUND_ALLOW_PRIVATE: settings.outboundAllowPrivate,
          ...publicUrl(settings, 0),
        }),
    };
  });
  return { servers: [postgres, nats, store], infrastructure };
}

/**
 * Returns the variables for NATS. The gateway does not connect to an existing NATS server, because the server may not have the schema
 * registry.
 */
function natsEnvironment({ name }: App, server: Server, { host }: Settings): Record<string, string> {
  if (!server.urlOf) return name === gateway ? {} : { NATS_URL: server.url };
  const natsUrl = { NATS_URL: server.urlOf(name) };
  // The service replaces the port 0 in SERVICE_URL with the port on which it listens.
  return name === gateway ? natsUrl : { ...natsUrl, SERVICE_URL: `http://${reachableHost(host)}:0/graphql` };
}

function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

const hostOf = ({ url }: Server) => new URL(url).host;
const whose = (server: Server) => (server.pid ? "embedded" : "yours");
