import type { ChildProcess } from "node:child_process";
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { natsAdmin } from "@offergraph/service/messaging/permissions";
import { freePort } from "@offergraph/shared/http/free-port";
import type { Logger } from "@offergraph/shared/log/logger";
import { natsBinary } from "./nats-binary.js";
import { natsAuthorization } from "./nats-config.js";
import { becomes, commandLine, endChild, endProcess, hasEnded, isAlive } from "./processes.js";
import { ownRunner } from "./run-as.js";
import { persistedValue } from "./supervisor/private-files.js";

export interface NatsSettings {
  /** Folder for the configuration, the log and the JetStream files. Only one server may use the folder at a time. */
  dataDirectory: string;
  port?: number | undefined;
  log: Logger;
}

export interface RunningNats {
  url: string;
  urlOf(user: string): string;
  pid: number;
  /** Resolves when the server has exited. */
  ended: Promise<void>;
  /** Stops the server gracefully. Has no effect on a stopped server. */
  stop(): Promise<void>;
}

const stopping = { SIGINT: 10_000, SIGKILL: 5_000 };

/**
 * Starts NATS on 127.0.0.1 with JetStream in files. First stops a server that survived its supervisor. If the start fails, the error
 * contains the server's log.
 */
export async function startNats(settings: NatsSettings): Promise<RunningNats> {
  const folder = resolve(settings.dataDirectory);
  const binary = await natsBinary(settings.log);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const configuration = join(folder, "nats.conf");
  await endOrphan(folder, configuration, settings.log);
  for (let attempt = 1; ; attempt += 1) {
    const port = settings.port ?? (await freePort());
    try {
      return await launch(binary, folder, configuration, port);
    } catch (error) {
      // Retries with another port if another process has taken the port in the meantime.
      if (settings.port || attempt === 5 || !/address already in use/.test((error as Error).message)) throw error;
    }
  }
}

async function launch(binary: string, folder: string, configuration: string, port: number): Promise<RunningNats> {
  const name = `offergraph-${randomUUID()}`;
  const secret = persistedValue(join(folder, "secret"), () => randomBytes(32).toString("base64url"));
  const lines = [
    `server_name: ${name}`,
    `listen: "127.0.0.1:${port}"`,
    `pid_file: ${JSON.stringify(join(folder, "nats.pid"))}`,
    `jetstream { store_dir: ${JSON.stringify(folder)} }`,
    natsAuthorization((user) => JSON.stringify(passwordOf(secret, user))),
  ];
  await writeFile(configuration, `${lines.join("\n")}\n`, { mode: 0o600 });
  const logPath = join(folder, "nats.log");
  await rename(logPath, `${logPath}.1`).catch(() => undefined);
  const output = openSync(logPath, "a", 0o600);
  const child = (await ownRunner()).start(binary, ["-c", configuration], output);
  closeSync(output);
  child.once("error", () => undefined);
  const isReady = async () => child.pid === undefined || hasEnded(child) || (await greeting(port)).includes(name);
  const inTime = await becomes(isReady, 60_000);
  if (!inTime || child.pid === undefined || hasEnded(child)) {
    await endChild(child, stopping);
    throw new Error(`The NATS server did not start:\n${(await readFile(logPath, "utf8").catch(() => "")).trim()}`);
  }
  return running(child, port, secret);
}

function running(child: ChildProcess, port: number, secret: string): RunningNats {
  const urlOf = (user: string) => `nats://${user}:${passwordOf(secret, user)}@127.0.0.1:${port}`;
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  child.unref();
  return { url: urlOf(natsAdmin), urlOf, pid: child.pid ?? 0, ended, stop: () => endChild(child, stopping) };
}

/** Derives a user's password from a stored secret. */
function passwordOf(secret: string, user: string): string {
  return createHmac("sha256", secret).update(`offergraph NATS user ${user}`).digest("base64url");
}

/**
 * Connects to the NATS server and returns its INFO message. The server sends INFO only after JetStream has loaded its files. Returns "" if
 * the server is not ready yet.
 */
function greeting(port: number): Promise<string> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once("data", (data) => {
      done(data.toString("utf8"));
      socket.destroy();
    });
    socket.once("error", () => done("")).once("close", () => done(""));
  });
}

async function endOrphan(folder: string, configuration: string, log: Logger): Promise<void> {
  const pid = Number(await readFile(join(folder, "nats.pid"), "utf8").catch(() => ""));
  if (!pid || !isAlive(pid) || !(await commandLine(pid))?.endsWith(`-c ${configuration}`)) return;
  log.warn({ orphan: pid }, "Stopping the orphaned NATS server of an earlier run");
  await endProcess(pid, stopping);
}
