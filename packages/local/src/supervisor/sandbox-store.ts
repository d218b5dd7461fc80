import { randomBytes } from "node:crypto";
import path from "node:path";
import { freePort } from "@offergraph/shared/http/free-port";
import { appEnvironment } from "./app-environment.js";
import { repository } from "./apps.js";
import { keptText } from "./kept-text.js";
import type { Ledger } from "./ledger.js";
import type { Output } from "./output.js";
import { isFree } from "./ports.js";
import type { Server } from "./servers.js";
import { SupervisedApp } from "./supervised-app.js";
import { writePrivately } from "./write-file.js";

const name = "sandbox-store";
// Whoever reaches it may look into it and break it: it is there for this machine alone, whatever HOST says.
const host = "127.0.0.1";

interface Context {
  dataDirectory: string;
  ledger: Ledger;
  output: Output;
  onRestart(): void;
}

/** The sandbox store: an app's process to the supervisor, a server to the apps, which is there before them and after them. */
export async function sandboxStoreServer({ dataDirectory, ledger, output, onRestart }: Context): Promise<Required<Omit<Server, "urlOf">>> {
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
    ledger,
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

/** What admin commands need to connect a workspace to the store that runs at `url`. */
export function sandboxStoreAccess(dataDirectory: string, url: string): Record<string, string> {
  return { SANDBOX_STORE_URL: url, SANDBOX_STORE_SECRET: secret(dataDirectory) };
}

/** What it signs with: made once and kept in DATA_DIR/sandbox-store/secret, mode 0600. */
function secret(dataDirectory: string): string {
  return keptText(fileIn(dataDirectory, "secret"), () => `whsec_${randomBytes(32).toString("base64")}`);
}

/** The same port in every run, because connections have it in their endpoint; another one where somebody has taken it. */
export async function keptPort(dataDirectory: string, output: Output): Promise<number> {
  const file = fileIn(dataDirectory, "port");
  const free = await freePort();
  const kept = Number(keptText(file, () => String(free)));
  if (await isFree(host, kept)) return kept;
  writePrivately(file, `${free}\n`);
  output.trouble(name, "warn", `port ${kept} is taken, so it moves to ${free}; connections to the old one have to be made anew`);
  return free;
}

function fileIn(dataDirectory: string, file: string): string {
  return path.join(dataDirectory, name, file);
}
