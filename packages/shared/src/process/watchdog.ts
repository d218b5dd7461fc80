import inspector from "node:inspector";
import { Worker } from "node:worker_threads";

export interface WatchdogOptions {
  /** The process's name in the log line. */
  readonly service: string;
  /** Seconds without an answer of the event loop after which the process is killed; 0 turns the watchdog off. */
  readonly silenceSeconds: number;
}

// Plain JavaScript in a text, so that it runs from sources and from dist alike. It counts its own ticks, not the clock: a process that was
// suspended and continued, or a machine that slept, missed beats of both threads and is not silent.
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
  // The logger lives on the blocked thread.
  try { writeSync(1, JSON.stringify(line) + "\\n"); } catch {}
  process.kill(pid, "SIGKILL");
}, 1000);
`;

/**
 * Kills this process when its event loop does not answer for so long, for a supervisor or a container's restart policy to start it again.
 * Signals and health checks cannot do that: a blocked event loop handles neither. A process under a debugger is left alone.
 * Returns the function that ends the watch.
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
