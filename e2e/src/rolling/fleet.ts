import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { makeStreams } from "@offergraph/service/messaging/make-streams";
import { createLogger } from "@offergraph/shared/log/logger";
import { request } from "undici";
import { startNats } from "../../../packages/dev-stack/src/nats.js";
import { startPostgres } from "../../../packages/dev-stack/src/postgres.js";
import { adminCommand } from "../../../packages/dev-stack/src/supervisor/admin.js";
import { appEnvironment } from "../../../packages/dev-stack/src/supervisor/app-environment.js";
import { type App, findApps, gateway as gatewayName } from "../../../packages/dev-stack/src/supervisor/apps.js";
import { commandsOf } from "../../../packages/dev-stack/src/supervisor/demo-commands.js";
import { databases } from "../../../packages/dev-stack/src/supervisor/servers.js";
import { waitUntil } from "../wait-until.js";

export const signingKey = "the signing key of the rolling proof, long enough";

export interface RunningProcess {
  url: string;
  /** Time at which /health/ready first responded with 200. */
  readyAt: number;
  /** Lines of the log with level warn or higher. */
  troubles: string[];
  /** Sends SIGTERM, and waits until the process exits. Throws if the exit code is not 0. */
  stop(): Promise<void>;
  kill(): void;
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

/** Starts PostgreSQL and NATS. The caller starts and stops the processes of the apps. */
export async function startFleet() {
  const folder = await mkdtemp(path.join(tmpdir(), "offergraph-rolling-"));
  const log = createLogger("rolling", "silent");
  const [postgres, nats] = await Promise.all([
    startPostgres({ dataDirectory: path.join(folder, "postgres"), log, isFast: true }),
    startNats({ dataDirectory: path.join(folder, "nats"), log }),
  ]);
  await makeStreams(nats.url);
  const apps = findApps();
  const urls = await databases(
    postgres.adminUrl,
    apps.map(({ name }) => name),
  );
  const processes = new Set<RunningProcess>();

  const environment = ({ name }: App, more: Record<string, string> = {}) =>
    appEnvironment(process.env, {
      PORT: "0",
      DATABASE_URL: urls.get(name) ?? "",
      NATS_URL: nats.urlOf(name),
      GATEWAY_SIGNING_KEY: signingKey,
      ...(name !== gatewayName && { SERVICE_URL: "http://127.0.0.1:0/graphql" }),
      ...more,
    });
  const start = async (app: App, more: Record<string, string> = {}, words: readonly string[] = ["dist/main.js"]) => {
    const running = await startProcess(app.directory, words, environment(app, more));
    processes.add(running);
    return running;
  };
  return {
    folder,
    natsUrlOf: (user: string) => nats.urlOf(user),
    subgraphs: apps.filter(({ name }) => name !== gatewayName),
    start,
    startGateway: (more: Record<string, string>) => {
      const app = apps.find(({ name }) => name === gatewayName);
      if (!app) throw new Error("Invariant violated: no app named gateway in apps/.");
      return start(app, { SUPERGRAPH_CACHE: path.join(folder, "supergraph.json"), ...more });
    },
    /** Creates a workspace with an owner, and returns a secret key with the access level ADMIN. */
    async createKey(): Promise<string> {
      const run = (app: App, command: readonly string[]) => adminCommand(app, command, environment(app), AbortSignal.timeout(60_000));
      return (await commandsOf(apps, run, false).createWorkspace()).secretKey;
    },
    async stop() {
      for (const one of processes) one.kill();
      await Promise.all([nats.stop(), postgres.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startProcess(cwd: string, words: readonly string[], env: Record<string, string>): Promise<RunningProcess> {
  const child: ChildProcess = spawn(process.execPath, words, { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  const troubles: string[] = [];
  const exited = once(child, "exit") as Promise<[number | null, string | null]>;
  const ready = new Promise<string>((resolve) => {
    if (child.stdout)
      createInterface(child.stdout).on("line", (line) => {
        const { level, msg, url } = readLine(line);
        if (msg === "ready" && url) resolve(url);
        if (level === "warn" || level === "error" || level === "fatal") troubles.push(line);
      });
  });
  const url = await Promise.race([
    ready,
    exited.then(([code]) => {
      throw new Error(`${cwd} exited with code ${code} before it was ready:\n${troubles.join("\n")}`);
    }),
  ]);
  await waitUntil(`${cwd} is ready`, () => isReady(url));
  return {
    url,
    readyAt: performance.now(),
    troubles,
    async stop() {
      child.kill("SIGTERM");
      const [code] = await exited;
      if (code !== 0) throw new Error(`${cwd} exited with code ${code}:\n${troubles.join("\n")}`);
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

/** Closes its connection, because a stopping process waits for its open connections. */
async function isReady(url: string): Promise<boolean> {
  const { statusCode, body } = await request(new URL("/health/ready", url), { reset: true });
  await body.dump();
  return statusCode === 200;
}

function readLine(line: string): { level?: string; msg?: string; url?: string } {
  return line.startsWith("{") ? (JSON.parse(line) as { level?: string; msg?: string; url?: string }) : {};
}
