import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { endChild } from "../processes.js";
import { LogFile } from "./log-file.js";
import { readLogLine } from "./log-line.js";
import type { Output } from "./output.js";
import type { ProcessRegistry } from "./process-registry.js";
import { recoveredMs, restartDelay } from "./supervised-server.js";

const parentWatchdog = fileURLToPath(new URL("../../parent-watchdog.mjs", import.meta.url));
const drainMs = 10_000;
const maxStarts = 3;
const lastWords = 12;

export interface AppSettings {
  name: string;
  script: readonly string[];
  directory: string;
  /** The environment variables of the app. If PORT is 0, the app uses a free port. A restarted app keeps its port. */
  environment: Readonly<Record<string, string>>;
  logDirectory: string;
  registry: ProcessRegistry;
  output: Output;
  /** A restart changes the process id. */
  onRestart(): void;
}

/** Supervises the process of one app. Restarts the process after an unexpected exit. */
export class SupervisedApp {
  readonly #log: LogFile;
  readonly #ready: Promise<string>;
  #resolveReady: (url: string) => void = () => undefined;
  #rejectReady: (error: Error) => void = () => undefined;
  #child: ChildProcess | undefined;
  #url: string | undefined;
  #isStopping = false;
  #ends = 0;
  #plainLines: string[] = [];
  #restartTimer: NodeJS.Timeout | undefined;
  #readTimer: NodeJS.Timeout;

  constructor(private readonly settings: AppSettings) {
    this.#log = new LogFile(settings.logDirectory, settings.name);
    this.#readTimer = setInterval(() => this.#readAlong(), 50);
    this.#ready = new Promise((resolve, reject) => {
      this.#resolveReady = resolve;
      this.#rejectReady = reject;
    });
    // Handles the rejection, because Node.js would end the supervisor if no caller has called `ready()`.
    this.#ready.catch(() => undefined);
    this.#start();
  }

  get name(): string {
    return this.settings.name;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Resolves with the app's address when the app is ready, and rejects if it does not start. */
  ready(): Promise<string> {
    return this.#ready;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#restartTimer);
    if (this.#child) await endChild(this.#child, { SIGTERM: drainMs, SIGKILL: drainMs });
    clearInterval(this.#readTimer);
    this.#readAlong();
    this.#log.close();
    this.#rejectReady(new Error(`${this.name} was stopped.`));
  }

  kill(): void {
    this.#isStopping = true;
    this.#child?.kill("SIGKILL");
  }

  #start(): void {
    const { script, directory, environment, name, registry } = this.settings;
    const startedAt = Date.now();
    const port = this.#url ? { PORT: new URL(this.#url).port } : {};
    const child = spawn(process.execPath, ["--import", parentWatchdog, ...script], {
      cwd: directory,
      env: { ...environment, ...port },
      // In a separate process group, the app does not receive Ctrl-C from the terminal. The supervisor stops the apps in order.
      detached: true,
      stdio: ["ignore", this.#log.descriptor, this.#log.descriptor, "ipc"],
    });
    this.#child = child;
    if (child.pid !== undefined) registry.add(name, child.pid);
    void once(child, "exit").then(
      ([code, signal]) => this.#ended(child, startedAt, signal ?? `exit code ${code}`),
      (error: Error) => this.#ended(child, startedAt, error.message),
    );
    if (this.#ends > 0) this.settings.onRestart();
  }

  #ended(child: ChildProcess, startedAt: number, how: string): void {
    if (child.pid !== undefined) this.settings.registry.remove(child.pid);
    if (this.#isStopping) return;
    this.#readAlong();
    this.#ends = Date.now() - startedAt > recoveredMs ? 1 : this.#ends + 1;
    if (!this.#url && this.#ends >= maxStarts) {
      const said = this.#plainLines.map((line) => `\n    ${line}`).join("");
      this.#rejectReady(new Error(`${this.name} failed to start (${how}). See the log ${this.#log.path}${said}`));
      return;
    }
    const { output } = this.settings;
    output.trouble(this.name, "warn", `exited (${how}); restarting`);
    this.#plainLines = [];
    this.#restartTimer = setTimeout(() => this.#start(), restartDelay(this.#ends));
  }

  #readAlong(): void {
    for (const text of this.#log.newLines()) {
      const line = readLogLine(text);
      if (line.kind === "ready") this.#markReady(line.url);
      else if (line.kind === "trouble") this.settings.output.trouble(this.name, line.level, line.text);
      else if (line.kind === "plain") this.#plainLines = [...this.#plainLines, line.text].slice(-lastWords);
    }
  }

  #markReady(url: string): void {
    if (this.#url) return;
    this.#url = url;
    this.#resolveReady(url);
    clearInterval(this.#readTimer);
    this.#readTimer = setInterval(() => this.#readAlong(), 500);
  }
}
