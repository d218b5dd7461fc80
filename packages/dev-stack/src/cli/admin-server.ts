import { existsSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { passwordFile } from "../postgres-cluster.js";
import { workspace } from "../supervisor/apps.js";
import { isLocked, lockInstance } from "../supervisor/instance-lock.js";
import { createOutput } from "../supervisor/output.js";
import { natsServer, postgresDirectory, postgresServer } from "../supervisor/servers.js";
import type { Settings } from "../supervisor/settings.js";
import { readSystem, type SystemDescription } from "../supervisor/system-file.js";

const quiet = createOutput(() => undefined, false);

export interface AdminServer {
  adminUrl: string;
  /** The system that runs with the data directory. */
  running: SystemDescription | undefined;
}

/**
 * Calls `work` with the URL of the PostgreSQL administrator. Uses the server in DATABASE_URL, or the embedded server of the running system.
 * If the system does not run, starts the embedded server while `work` runs.
 */
export async function withPostgres<Result>(settings: Settings, work: (postgres: AdminServer) => Promise<Result>): Promise<Result> {
  const { dataDirectory, databaseUrl } = settings;
  const running = isLocked(dataDirectory) ? readSystem(dataDirectory) : undefined;
  if (databaseUrl) return work({ adminUrl: databaseUrl, running });
  if (isLocked(dataDirectory)) return work({ adminUrl: await embeddedUrl(dataDirectory, running), running });
  return whileLocked(dataDirectory, async () => {
    const server = await postgresServer({ settings, output: quiet, onRestart: () => undefined });
    return work({ adminUrl: server.url, running: undefined }).finally(() => server.stop());
  });
}

/** Calls `work` with the URL of NATS. Starts the embedded server if it has data. Does nothing if there is no NATS server and no data. */
export async function withNats(settings: Settings, work: (url: string) => Promise<void>): Promise<void> {
  if (!settings.natsUrl && !existsSync(path.join(settings.dataDirectory, "nats"))) return;
  const server = await natsServer({ settings, output: quiet, onRestart: () => undefined });
  await work(server.url).finally(() => server.stop());
}

/** Throws an Error if the system runs with this data directory. */
export function assertStopped({ dataDirectory }: Settings): void {
  if (isLocked(dataDirectory)) throw new Error(`Offergraph is running with the data directory ${dataDirectory}. Stop it first.`);
}

async function whileLocked<Result>(dataDirectory: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(dataDirectory, { recursive: true });
  const unlock = lockInstance(dataDirectory);
  return work().finally(unlock);
}

async function embeddedUrl(dataDirectory: string, running: SystemDescription | undefined): Promise<string> {
  const address = running?.databaseUrls[workspace];
  if (!address) throw new Error("Offergraph is still starting. Repeat the command when it is ready.");
  const url = new URL(address);
  Object.assign(url, { username: "postgres", pathname: "/postgres" });
  url.password = await readFile(passwordFile(postgresDirectory(dataDirectory)), "utf8");
  return url.href;
}
