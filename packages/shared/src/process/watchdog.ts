import inspector from "node:inspector";
import { Worker } from "node:worker_threads";

export interface WatchdogOptions {
  readonly service: string;
  /** Seconds that the event loop may block before the process is killed; 0 disables the watchdog. */
  readonly silenceSeconds: number;
}

// The worker's code is a string, which runs from src and from dist. The worker counts the calls of its own timer instead of the elapsed
// time, because the timer also stops while the process is suspended.
const watcher = `
const { workerData } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const { beats, service, silenceSeconds, pid } = workerData;
let last = Atomics.load(beats, 0);
let silentTicks = 0;
setInterval(() => {
  const now = Atomics.load(beats, 0);
  silentTicks = now === last ? silentTicks + 1 : 0;
  last = now;
  if (silentTicks < silenceSeconds) return;
  const line = { level: "fatal", time: new Date().toISOString(), service, pid, silenceSeconds, msg: "Event loop blocked; ending the process" };
  // The logger runs on the blocked thread.
  try { writeSync(1, JSON.stringify(line) + "\\n"); } catch {}
  process.kill(pid, "SIGKILL");
}, 1000);
`;

/**
 * Kills this process if its event loop blocks for too long. A supervisor must restart the process. The returned function stops the
 * watchdog.
 */
export function startWatchdog({ service, silenceSeconds }: WatchdogOptions): () => Promise<void> {
  if (silenceSeconds === 0 || inspector.url() !== undefined) return async () => {};
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(watcher, {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
    workerData: { beats, service, silenceSeconds, pid: process.pid },
  });
  worker.once("error", (error) => process.emitWarning(error));
  worker.unref();
  const timer = setInterval(() => Atomics.add(beats, 0, 1), 500);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await worker.terminate();
  };
}
