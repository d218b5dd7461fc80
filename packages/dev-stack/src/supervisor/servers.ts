import path from "node:path";
import { makeStreams } from "@offergraph/service/messaging/make-streams";
import { createLogger } from "@offergraph/shared/log/logger";
import { type RunningNats, startNats } from "../nats.js";
import { ensureDatabase, ensureReader, startPostgres } from "../postgres.js";
import { startPrometheus } from "../prometheus.js";
import { adoptKeys } from "./adopt-keys.js";
import { gateway, repository, workspace } from "./apps.js";
import type { Output } from "./output.js";
import type { Settings } from "./settings.js";
import { SupervisedServer } from "./supervised-server.js";

export interface Server {
  /** Returns the id of the server's process. `pid` is absent if this program did not start the server. */
  pid?: () => number;
  url: string;
  /** Returns the server's address with the credentials of a service. `urlOf` is absent if all services use `url`. */
  urlOf?: (service: string) => string;
  stop(): Promise<void>;
}

interface Context {
  settings: Settings;
  output: Output;
  onRestart(): void;
}

/** The folder of the embedded PostgreSQL server's data. */
export const postgresDirectory = (dataDirectory: string): string => path.join(dataDirectory, "postgres");

const given = (url: string): Server => ({ url, stop: async () => undefined });

/**
 * Starts PostgreSQL with its data in DATA_DIR/postgres. If DATABASE_URL is set, uses an existing server. The role in DATABASE_URL must be
 * able to create databases and roles.
 */
export async function postgresServer({ settings, output, onRestart }: Context): Promise<Server> {
  if (settings.databaseUrl) return given(settings.databaseUrl);
  const dataDirectory = postgresDirectory(settings.dataDirectory);
  const log = createLogger("postgres", "silent");
  const server = await SupervisedServer.start({
    name: "postgres",
    start: (before?: Awaited<ReturnType<typeof startPostgres>>) => startPostgres({ dataDirectory, port: before?.port, log }),
    output,
    onRestart,
  });
  return { url: server.running.adminUrl, pid: () => server.running.pid, stop: () => server.stop() };
}

/** Creates all streams, because services have no permission to create streams. */
async function withStreams(nats: RunningNats): Promise<RunningNats> {
  try {
    await makeStreams(nats.url);
    return nats;
  } catch (error) {
    await nats.stop();
    throw error;
  }
}

/** Starts NATS with its data in DATA_DIR/nats. If NATS_URL is set, uses an existing server. */
export async function natsServer({ settings, output, onRestart }: Context): Promise<Server> {
  if (settings.natsUrl) return given(settings.natsUrl);
  const dataDirectory = path.join(settings.dataDirectory, "nats");
  const log = createLogger("nats", "silent");
  const server = await SupervisedServer.start({
    name: "nats",
    start: (before?: Awaited<ReturnType<typeof startNats>>) =>
      startNats({ dataDirectory, port: before ? Number(new URL(before.url).port) : undefined, log }).then(withStreams),
    output,
    onRestart,
  });
  const { url } = server.running;
  return { url, urlOf: (service) => server.running.urlOf(service), pid: () => server.running.pid, stop: () => server.stop() };
}

/** Starts a Prometheus server that reads the metrics of all processes. Its data is in DATA_DIR/prometheus. */
export async function prometheusServer(
  { settings, output, onRestart }: Context,
  metricsUrls: Readonly<Record<string, string>>,
): Promise<Server> {
  const folder = path.join(settings.dataDirectory, "prometheus");
  const rulesFile = path.join(repository, "deploy/observe/prometheus/alerts.yml");
  const log = createLogger("prometheus", "silent");
  const server = await SupervisedServer.start({
    name: "prometheus",
    start: (before?: Awaited<ReturnType<typeof startPrometheus>>) =>
      startPrometheus({ folder, metricsUrls, rulesFile, port: before && Number(new URL(before.url).port), log }),
    output,
    onRestart,
  });
  return { url: server.running.url, pid: () => server.running.pid, stop: () => server.stop() };
}

/**
 * Returns the name of an app's database. The name starts with the database name in the administrator's URL, so that several Offergraph
 * systems can share a PostgreSQL server.
 */
function databaseName(adminUrl: string, app: string): string {
  const named = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
  return `${named === "" || named === "postgres" ? "offergraph" : named}_${app}`;
}

/** Returns the URL of an app's database for the administrator. */
export function databaseUrl(adminUrl: string, app: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(databaseName(adminUrl, app))}`;
  return url.href;
}

/**
 * Creates a database and a role for each app, and returns the database URL of each app. The gateway gets only a role, which can connect to
 * the database of the workspace service.
 */
export async function databases(adminUrl: string, apps: readonly string[]): Promise<Map<string, string>> {
  const nameOf = (app: string) => databaseName(adminUrl, app);
  if (apps.includes(workspace)) await adoptKeys(adminUrl, nameOf(gateway), nameOf(workspace));
  const owners = apps.filter((app) => app !== gateway);
  const urls = owners.map(async (app) => [app, await ensureDatabase(adminUrl, nameOf(app), nameOf(app))] as const);
  const made = new Map(await Promise.all(urls));
  if (apps.includes(gateway)) made.set(gateway, await ensureReader(adminUrl, nameOf(workspace), nameOf(gateway)));
  return made;
}
