import { randomBytes } from "node:crypto";
import path from "node:path";
import { freePort } from "@offergraph/shared/http/free-port";
import { appEnvironment } from "./app-environment.js";
import { repository } from "./apps.js";
import type { Output } from "./output.js";
import { isFree } from "./ports.js";
import { persistedValue, writePrivately } from "./private-files.js";
import type { ProcessRegistry } from "./process-registry.js";
import type { Server } from "./servers.js";
import { SupervisedApp } from "./supervised-app.js";

const name = "sandbox-store";
// Listens only on loopback, because the store has no authentication.
const host = "127.0.0.1";

interface Context {
  dataDirectory: string;
  registry: ProcessRegistry;
  output: Output;
  onRestart(): void;
}

/** Starts the sandbox store. The store starts before all apps and stops after all apps. */
export async function sandboxStoreServer({
  dataDirectory,
  registry,
  output,
  onRestart,
}: Context): Promise<Required<Omit<Server, "urlOf">>> {
  const app = new SupervisedApp({
    name,
    script: ["dist/main.js"],
    directory: path.join(repository, "packages/sandbox-store"),
    environment: appEnvironment(process.env, {
      HOST: host,
      PORT: String(await keptPort(dataDirectory, output)),
      SANDBOX_STORE_SECRET: secret(dataDirectory),
      SANDBOX_STORE_FILE: fileIn(dataDirectory, "journal.ndjson"),
    }),
    logDirectory: path.join(dataDirectory, "logs"),
    registry,
    output,
    onRestart,
  });
  try {
    return { url: await app.ready(), pid: () => app.pid, stop: () => app.stop() };
  } catch (error) {
    await app.stop();
    throw error;
  }
}

/** Returns the environment variables for admin commands of the store at `url`. */
export function sandboxStoreAccess(dataDirectory: string, url: string): Record<string, string> {
  return { SANDBOX_STORE_URL: url, SANDBOX_STORE_SECRET: secret(dataDirectory) };
}

/** Returns the store's signing secret. Generates the secret on first use in DATA_DIR/sandbox-store/secret. */
function secret(dataDirectory: string): string {
  return persistedValue(fileIn(dataDirectory, "secret"), () => `whsec_${randomBytes(32).toString("base64")}`);
}

/**
 * Returns the port of the last run, because the URLs of store connections contain the port. Returns a new port if the old port is in use.
 */
export async function keptPort(dataDirectory: string, output: Output): Promise<number> {
  const file = fileIn(dataDirectory, "port");
  const free = await freePort();
  const kept = Number(persistedValue(file, () => String(free)));
  if (await isFree(host, kept)) return kept;
  writePrivately(file, `${free}\n`);
  output.trouble(
    name,
    "warn",
    `port ${kept} is in use; using ${free}. Create new store connections, because connections to the old port do not work`,
  );
  return free;
}

function fileIn(dataDirectory: string, file: string): string {
  return path.join(dataDirectory, name, file);
}
