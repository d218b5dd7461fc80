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
  /** Starts a server with `work`, and prints the duration. */
  timed(name: string, work: () => Promise<Server>, say: (server: Server) => string): Promise<Server>;
}

/** The running servers of the apps. */
export interface Infrastructure {
  sandboxStoreUrl: string;
  natsUrl: string;
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
      pids: () => Object.fromEntries(servers.flatMap(([name, { pid }]) => (pid ? [[name, pid()]] : []))),
      environment: (app: App) =>
        appEnvironment(process.env, {
          HOST: settings.host,
          PORT: "0",
          DATABASE_URL: databaseUrls.get(app.name) ?? "",
          ...(app.name !== gateway && { NATS_URL: natsServer.urlOf?.(app.name) ?? natsServer.url }),
          GATEWAY_SIGNING_KEY: key,
          OUTBOUND_ALLOW_PRIVATE: settings.outboundAllowPrivate,
          ...publicUrl(settings, 0),
        }),
    };
  });
  return { servers: [postgres, nats, store], infrastructure };
}

const hostOf = ({ url }: Server) => new URL(url).host;
const whose = (server: Server) => (server.pid ? "embedded" : "yours");
