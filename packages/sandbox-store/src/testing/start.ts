import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort } from "@offergraph/shared/http/free-port";
import type { Applied, Balance, KeptCode, KeptCredit } from "../store.js";
import type { TroubleInput, TroublePlan } from "../trouble.js";

export interface StartSettings {
  /** Signing secret: `whsec_` and at least 24 bytes in base64. Defaults to `testSecret`. */
  secret?: string;
  /** Path of the journal file. By default, a file in a temporary folder. */
  file?: string;
  /** By default, a free port. */
  port?: number;
  /** If true, the store restarts with the same port and file after each crash. */
  staysUp?: boolean;
}

/** A sandbox store in a child process. */
export interface TestStore {
  /** Endpoint for connections. */
  readonly url: string;
  /** Resolves when the current process has exited. */
  ended(): Promise<void>;
  /** With `staysUp`, the store restarts after SIGKILL. */
  kill(): Promise<void>;
  /** Stops the store gracefully, without a restart. */
  stop(): Promise<void>;
  codes(connectionId: string): Promise<KeptCode[]>;
  pushes(connectionId: string): Promise<Applied[]>;
  credits(connectionId: string): Promise<{ credits: KeptCredit[]; balances: Balance[] }>;
  /** Sets the probability of each fault. `{}` disables all faults. */
  trouble(plan: TroubleInput): Promise<TroublePlan>;
}

export const testSecret = `whsec_${Buffer.from("a secret of tests, 32 bytes long").toString("base64")}`;
const script = fileURLToPath(new URL("child.ts", import.meta.url));

/**
 * Starts a sandbox store for a test. With the `file` of an earlier store, the new store has the same content. The test must call `stop` at
 * the end.
 */
export async function startSandboxStore(settings: StartSettings = {}): Promise<TestStore> {
  const folder = settings.file ? undefined : await mkdtemp(path.join(tmpdir(), "sandbox-store-"));
  const file = settings.file ?? path.join(folder ?? "", "journal.ndjson");
  let isStopping = false;
  let child = spawnStore(settings, file, settings.port ?? (await freePort()));
  const url = await readyAt(child);
  const port = Number(new URL(url).port);
  const keepUp = () => {
    if (isStopping || !settings.staysUp) return;
    child = spawnStore(settings, file, port);
    child.stdout?.resume();
    child.once("exit", keepUp);
  };
  child.once("exit", keepUp);

  const ended = async () => {
    if (!hasEnded(child)) await once(child, "exit");
  };
  const end = async (signal: NodeJS.Signals) => {
    const gone = ended();
    child.kill(signal);
    await gone;
  };
  const look = async (where: string, request: RequestInit = {}) => {
    const response = await fetch(new URL(where, url), request);
    if (!response.ok) throw new Error(`The store answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  return {
    url,
    ended,
    kill: () => end("SIGKILL"),
    async stop() {
      isStopping = true;
      await end("SIGTERM");
      if (folder) await rm(folder, { recursive: true, force: true });
    },
    codes: async (connectionId) => ((await look(`/connections/${connectionId}/codes`)) as { codes: KeptCode[] }).codes,
    pushes: async (connectionId) => ((await look(`/connections/${connectionId}/pushes`)) as { pushes: Applied[] }).pushes,
    credits: async (connectionId) => (await look(`/connections/${connectionId}/credits`)) as Awaited<ReturnType<TestStore["credits"]>>,
    trouble: async (plan) => (await look("/trouble", { method: "PUT", body: JSON.stringify(plan) })) as TroublePlan,
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function spawnStore({ secret = testSecret }: StartSettings, file: string, port: number): ChildProcess {
  return spawn(process.execPath, ["--conditions=source", "--import", "tsx", script], {
    env: { ...process.env, PORT: String(port), SANDBOX_STORE_SECRET: secret, SANDBOX_STORE_FILE: file, LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
}

function readyAt(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error("Invariant violated: the store process has no stdout.");
    let said = "";
    // The store would block on a full pipe, so this loop reads the output.
    createInterface({ input: child.stdout }).on("line", (line) => {
      said += `${line}\n`;
      const url = /"url":"([^"]+)","msg":"ready"/.exec(line)?.[1];
      if (url) resolve(url);
    });
    child.once("close", () => reject(new Error(`The sandbox store did not start:\n${said}`)));
  });
}
