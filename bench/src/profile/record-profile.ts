import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "undici";
import type { CpuProfile } from "./shares-of.js";

/** Address on which Node starts its inspector after the signal SIGUSR1. */
const inspector = "http://127.0.0.1:9229";
const maxStartMs = 10_000;

/**
 * Records a CPU profile of a running Node process during `work`. Starts the process's inspector, and stops the inspector at the end, so
 * that the inspector of another process can use the port.
 */
export async function recordProfile(pid: number, work: () => Promise<unknown>): Promise<CpuProfile> {
  process.kill(pid, "SIGUSR1");
  const session = await connect(await findUrl());
  try {
    await session.send("Profiler.enable");
    await session.send("Profiler.setSamplingInterval", { interval: 200 });
    await session.send("Profiler.start");
    await work();
    const { profile } = await session.send<{ profile: CpuProfile }>("Profiler.stop");
    return profile;
  } finally {
    // Does not wait for a response, because this command closes the connection before the inspector can respond.
    session.post("Runtime.evaluate", { expression: 'require("node:inspector").close()', includeCommandLineAPI: true });
    await session.closed;
  }
}

async function findUrl(): Promise<string> {
  for (const started = performance.now(); performance.now() - started < maxStartMs; await sleep(50)) {
    const response = await fetch(`${inspector}/json/list`).catch(() => undefined);
    const [target] = response ? ((await response.json()) as { webSocketDebuggerUrl: string }[]) : [];
    if (target) return target.webSocketDebuggerUrl;
  }
  throw new Error(`No inspector responds on ${inspector}.`);
}

/** Opens a connection of the Chrome DevTools protocol. */
async function connect(url: string) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  const closed = new Promise<void>((resolve) => {
    socket.addEventListener("close", () => resolve());
  });
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as { id?: number; result?: unknown; error?: { message: string } };
    const call = id === undefined ? undefined : waiting.get(id);
    if (id !== undefined) waiting.delete(id);
    if (error) call?.reject(new Error(error.message));
    else call?.resolve(result);
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`Failed to connect to the inspector ${url}.`)));
  });
  let last = 0;
  const post = (method: string, params: object = {}) => socket.send(JSON.stringify({ id: ++last, method, params }));
  return {
    closed,
    post,
    send<Result = unknown>(method: string, params?: object): Promise<Result> {
      return new Promise((resolve, reject) => {
        post(method, params);
        waiting.set(last, { resolve: resolve as (result: unknown) => void, reject });
      });
    },
  };
}
