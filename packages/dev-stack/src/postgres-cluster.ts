import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Logger } from "@offergraph/shared/log/logger";
import { commandLine, endProcess, isAlive, processesIn } from "./processes.js";
import type { Runner } from "./run-as.js";

export function passwordFile(dataDirectory: string): string {
  return `${dataDirectory}.password`;
}

export function isInitialised(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, "PG_VERSION"));
}

/** The stop signals of PostgreSQL in order: fast shutdown, immediate shutdown and kill. Each value is a timeout in milliseconds. */
export const stopping = { SIGINT: 10_000, SIGQUIT: 5_000, SIGKILL: 5_000 };

/** Creates a database cluster. If the process is killed, `dataDirectory` is either complete or missing. */
export async function initialise(dataDirectory: string, binaries: string, runner: Runner, isFast: boolean): Promise<void> {
  const password = randomBytes(24).toString("base64url");
  const parent = dirname(dataDirectory);
  await mkdir(parent, { recursive: true });
  const draft = `${dataDirectory}.initialising`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft);
  await runner.own(draft, 0o700);
  // Uses a temporary folder for the password, because the server's user may have no access to `parent`.
  const secrets = await mkdtemp(join(tmpdir(), "offergraph-"));
  const passwordPath = join(secrets, "password");
  const logPath = `${dataDirectory}.log`;
  const output = openSync(logPath, "w", 0o600);
  try {
    await writeFile(passwordPath, password, { mode: 0o600 });
    await runner.own(passwordPath, 0o400);
    await runner.own(secrets, 0o700);
    const words = [`--pgdata=${draft}`, "--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordPath}`, "--no-instructions"];
    words.push("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
    if (isFast) words.push("--no-sync");
    const child = runner.start(join(binaries, "bin", "initdb"), words, output, { LC_ALL: "C" });
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error(`PostgreSQL could not create its data directory:\n${(await readFile(logPath, "utf8")).trim()}`);
    await writeFile(passwordFile(dataDirectory), password, { mode: 0o600 });
    await rename(draft, dataDirectory);
  } finally {
    closeSync(output);
    await rm(secrets, { recursive: true, force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** Parses postmaster.pid, which may be incomplete. Line 1 is the process id, and line 8 is the status of the server. */
export async function readPidFile(dataDirectory: string): Promise<{ pid: number; status: string } | undefined> {
  const text = await readFile(join(dataDirectory, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, status: (lines[7] ?? "").trim() } : undefined;
}

/**
 * Stops a server that survived its supervisor, and removes the old postmaster.pid. The caller must ensure that no other supervisor uses the
 * data directory.
 */
export async function endOrphan(dataDirectory: string, log: Logger): Promise<void> {
  const left = await readPidFile(dataDirectory);
  if (!left) return;
  const folder = await realpath(dataDirectory);
  if (isAlive(left.pid) && (await isPostmasterOf(left.pid, folder, dataDirectory))) {
    log.warn({ orphan: left.pid }, "Stopping the orphaned PostgreSQL of an earlier run");
    await endProcess(left.pid, stopping);
  }
  // Waits for all backends, because backends exit after the postmaster.
  const isStale = !isAlive(left.pid) || (process.platform === "linux" && !(await isPostmasterOf(left.pid, folder, dataDirectory)));
  if (isStale && (await processesIn(folder)).length === 0) await rm(join(dataDirectory, "postmaster.pid"), { force: true });
}

async function isPostmasterOf(pid: number, folder: string, dataDirectory: string): Promise<boolean> {
  const command = (await commandLine(pid)) ?? "";
  return /\/postgres .*-D /.test(command) && (command.includes(`-D ${dataDirectory} `) || (await processesIn(folder)).includes(pid));
}
