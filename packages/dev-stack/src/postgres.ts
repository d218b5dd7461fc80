import type { ChildProcess } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@offergraph/shared/http/free-port";
import type { Logger } from "@offergraph/shared/log/logger";
import { postgresBinaries } from "./postgres-binaries.js";
import { endOrphan, initialise, isInitialised, passwordFile, readPidFile, stopping } from "./postgres-cluster.js";
import { sharedBuffers } from "./postgres-memory.js";
import { becomes, endChild, hasEnded } from "./processes.js";
import { type Runner, serverRunner } from "./run-as.js";

export { ensureDatabase, ensureReader } from "@offergraph/service/db/ensure-database";

export interface PostgresSettings {
  /**
   * PostgreSQL's data directory, which only one server may use. The first start also creates `<dataDirectory>.password` with mode 0600 and
   * `<dataDirectory>.log`.
   */
  dataDirectory: string;
  port?: number | undefined;
  log: Logger;
  /** With `isFast`, PostgreSQL is faster, but a crash of the machine can lose data. For tests only. */
  isFast?: boolean;
}

export interface RunningPostgres {
  adminUrl: string;
  port: number;
  pid: number;
  ended: Promise<void>;
  stop(): Promise<void>;
}

const fast = ["fsync=off", "full_page_writes=off", "synchronous_commit=off", "wal_level=minimal", "max_wal_senders=0", "autovacuum=off"];

/**
 * Starts PostgreSQL on 127.0.0.1 with the builtin locale C.UTF-8. Root may call this function. If the start fails, the error contains the
 * server's log.
 */
export async function startPostgres(settings: PostgresSettings): Promise<RunningPostgres> {
  const { log, isFast = false } = settings;
  const dataDirectory = resolve(settings.dataDirectory);
  const binaries = await postgresBinaries();
  const runner = await serverRunner([firstThatExists(dirname(dataDirectory)), join(binaries, "bin", "postgres"), join(binaries, "share")]);
  if (isInitialised(dataDirectory)) await endOrphan(dataDirectory, log);
  else await initialise(dataDirectory, binaries, runner, isFast);
  const password = await readFile(passwordFile(dataDirectory), "utf8");
  const end = Date.now() + 60_000;
  for (;;) {
    const port = settings.port ?? (await freePort());
    try {
      return running(await launch({ dataDirectory, binaries, runner, port, isFast }), port, password);
    } catch (error) {
      // Matches errors after which a further attempt can succeed. For example, processes of a killed server may still hold the shared
      // memory.
      const passing = settings.port
        ? /still in use|lock file .* already exists/
        : /(still|Address already) in use|lock file .* already exists/;
      if (!passing.test((error as Error).message) || Date.now() > end) throw error;
    }
    await wait(200);
    await endOrphan(dataDirectory, log);
  }
}

interface Launch {
  dataDirectory: string;
  binaries: string;
  runner: Runner;
  port: number;
  isFast: boolean;
}

async function launch({ dataDirectory, binaries, runner, port, isFast }: Launch): Promise<ChildProcess> {
  const logPath = `${dataDirectory}.log`;
  await rename(logPath, `${logPath}.1`).catch(() => undefined);
  const given = ["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories=", "max_connections=200", "log_checkpoints=off"];
  // Does not log failed SQL statements, because they contain customers' data.
  given.push("log_min_error_statement=panic", `shared_buffers=${sharedBuffers()}`, ...(isFast ? fast : []));
  const output = openSync(logPath, "a", 0o600);
  const words = ["-D", dataDirectory, ...given.flatMap((setting) => ["-c", setting])];
  const child = runner.start(join(binaries, "bin", "postgres"), words, output, { LC_ALL: "C", TZ: "UTC" });
  closeSync(output);
  child.once("error", () => undefined);
  const isReady = async () => {
    if (child.pid === undefined || hasEnded(child)) return true;
    const file = await readPidFile(dataDirectory);
    return file?.pid === child.pid && file?.status === "ready";
  };
  const inTime = await becomes(isReady, 120_000);
  if (inTime && child.pid !== undefined && !hasEnded(child)) return child;
  await endChild(child, stopping);
  throw new Error(`PostgreSQL did not start:\n${(await readFile(logPath, "utf8").catch(() => "")).trim()}`);
}

function running(child: ChildProcess, port: number, password: string): RunningPostgres {
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  // Without `unref`, the server would keep this process alive.
  child.unref();
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return { adminUrl, port, pid: child.pid ?? 0, ended, stop: () => endChild(child, stopping) };
}

function firstThatExists(path: string): string {
  return existsSync(path) ? path : firstThatExists(dirname(path));
}
