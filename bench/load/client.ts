import { type Dispatcher, Pool } from "undici";
import type { LoadRequest } from "./workloads/workload.js";

export interface Response {
  /** HTTP status, or undefined if no complete response arrived. */
  status?: number;
  body: string;
  /** Error code of the failed connection, or `TIMEOUT`. */
  failure?: string;
  /** Time at which the request was sent. Undefined if no connection was free before the timeout. */
  startedAt?: number;
  endedAt: number;
}

export interface Client {
  send(request: LoadRequest, intended: number, done: (response: Response) => void): void;
  close(): Promise<void>;
}

interface Target {
  url: string;
  keys: readonly string[];
  connections: number;
  timeoutMs: number;
}

/** Creates an HTTP client that uses the API keys in turn. While all connections are busy, further requests wait in the pool. */
export function createClient({ url, keys, connections, timeoutMs }: Target): Client {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, "");
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  let index = 0;
  return {
    send(request, intended, done) {
      const authorization = `Bearer ${keys[keyIndex(index++, keys.length)]}`;
      const headers = { "content-type": "application/json", accept: "application/json, text/event-stream", authorization };
      const remainingMs = Math.max(0, timeoutMs - (performance.now() - intended));
      const handler = new Exchange(done, remainingMs);
      pool.dispatch({ method: "POST", path: `${base}${request.path}`, headers, body: request.body }, handler);
    },
    close: () => pool.destroy(),
  };
}

/** Returns the index of a request's key. Each pass over the keys starts one key later, so an operation uses different keys. */
const keyIndex = (index: number, count: number): number => (index + Math.floor(index / count)) % count;

/** Collects one response. Calls `done` once, after the response, an error or the timeout. */
class Exchange implements Dispatcher.DispatchHandler {
  private status?: number;
  private readonly chunks: Buffer[] = [];
  private startedAt?: number;
  private controller?: Dispatcher.DispatchController;
  private isDone = false;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly done: (response: Response) => void,
    timeoutMs: number,
  ) {
    this.timer = setTimeout(() => {
      this.finish({ failure: "TIMEOUT" });
      this.controller?.abort(new Error("Timeout."));
    }, timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isDone) controller.abort(new Error("Timeout."));
    else this.startedAt = performance.now();
  }
  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.status = status;
  }
  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
  }
  onResponseEnd(): void {
    this.finish({ status: this.status });
  }
  onResponseError(_controller: Dispatcher.DispatchController, error: Error & { code?: string }): void {
    this.finish({ failure: error.code ?? error.name });
  }

  private finish(result: Pick<Response, "status" | "failure">): void {
    if (this.isDone) return;
    this.isDone = true;
    clearTimeout(this.timer);
    const body = Buffer.concat(this.chunks).toString();
    this.done({ ...result, body, startedAt: this.startedAt, endedAt: performance.now() });
  }
}
