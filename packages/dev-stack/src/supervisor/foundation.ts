import { appEnvironment } from "./app-environment.js";
import { type App, gateway } from "./apps.js";
import type { Ledger } from "./ledger.js";
import type { Output } from "./output.js";
import { publicUrl } from "./public-url.js";
import { sandboxStoreServer } from "./sandbox-store.js";
import { databases, natsServer, postgresServer, type Server } from "./servers.js";
import type { Settings } from "./settings.js";
import { signingKey } from "./signing-key.js";

interface Context {
  settings: Settings;
  ledger: Ledger;
  output: Output;
  onRestart(): void;
  /** Reports the startup time of a server. */
  timed(name: string, work: () => Promise<Server>, say: (server: Server) => string): Promise<Server>;
}

/** Running servers that the apps need. */
export interface Foundation {
  sandboxStoreUrl: string;
  natsUrl: string;
  pids(): Record<string, number>;
  environment(app: App): Record<string, string>;
}

/** Starts PostgreSQL, NATS and the sandbox store. Stop `servers` from last to first; the list includes servers that are still starting. */
export function startFoundation(context: Context, apps: readonly App[]): { servers: Promise<Server>[]; foundation: Promise<Foundation> } {
  const { settings, ledger, output, onRestart, timed } = context;
  const postgres = postgresServer(context);
  const nats = natsServer(context);
  const store = sandboxStoreServer({ dataDirectory: settings.dataDirectory, ledger, output, onRestart });
  const names = apps.map((app) => app.name);
  const foundation = Promise.all([
    timed("postgres", () => postgres, whose),
    timed("nats", () => nats, whose),
    timed(
      "sandbox-store",
      () => store,
      ({ url }) => new URL(url).host,
    ),
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
          // The gateway does not use NATS.
          ...(app.name !== gateway && { NATS_URL: natsServer.urlOf?.(app.name) ?? natsServer.url }),
          GATEWAY_SIGNING_KEY: key,
          OUTBOUND_ALLOW_PRIVATE: settings.outboundAllowPrivate,
          ...publicUrl(settings, 0),
        }),
    };
  });
  return { servers: [postgres, nats, store], foundation };
}

const whose = (server: Server) => (server.pid ? "embedded" : "yours");
