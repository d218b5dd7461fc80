import { type Dispatcher, Pool } from "undici";
import type { SupergraphLimits } from "./limits.js";
import { spread } from "./spread.js";

export interface SubgraphReply {
  readonly status: number;
  /** The subgraph's own count of errors in its answer, where it says so. */
  readonly errorCount: string | undefined;
  readonly body: Buffer;
}

export interface SubgraphRequest {
  readonly body: string;
  /** Names and values in turn. */
  readonly headers: string[];
  /** Whether asking twice does no harm. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Asks one subgraph over connections that are kept. A request that gets no whole answer in time, or too long a one, is rejected. */
export interface SubgraphClient {
  send(request: SubgraphRequest): Promise<SubgraphReply>;
  close(): Promise<void>;
}

export type SubgraphClients = ReadonlyMap<string, SubgraphClient>;

/** What a kept connection says when the other side closed it while it was idle: no subgraph has seen the request then. */
const staleConnection = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** Whether a request failed because its connection had been closed before. */
export function isStale(error: unknown): boolean {
  return error instanceof Error && "code" in error && staleConnection.has(String(error.code));
}

export function createSubgraphClient(url: string, limits: SupergraphLimits): SubgraphClient {
  const { origin, pathname, search } = new URL(url);
  const pool = new Pool(origin, {
    connections: limits.subgraphConnections,
    connect: { timeout: limits.subgraphTimeoutMs },
    // One clock for the whole request is set below.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 30_000,
  });
  const once = (request: SubgraphRequest) => dispatch(pool, pathname + search, request, limits);
  return {
    async send(request) {
      try {
        return await once(request);
      } catch (error) {
        if (!isStale(error) || !request.isRepeatable) throw error;
        return once(request);
      }
    },
    async close() {
      if (!pool.closed) await pool.close();
    },
  };
}

/** A client for each subgraph, by name. Replicas of one stand in its `url` with "|" between them. */
export function createSubgraphClients(subgraphs: readonly { name: string; url: string }[], limits: SupergraphLimits): SubgraphClients {
  const clientOf = (urls: string) => spread(urls.split("|").map((url) => createSubgraphClient(url, limits)));
  return new Map(subgraphs.map(({ name, url }) => [name, clientOf(url)]));
}

function dispatch(pool: Pool, path: string, request: SubgraphRequest, limits: SupergraphLimits): Promise<SubgraphReply> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let failure: Error | undefined;
    const { signal } = request;
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    const fail = (error: Error) => {
      settle();
      failure ??= error;
      reject(failure);
    };
    const giveUp = (error: Error) => {
      fail(error);
      controller?.abort(error);
    };
    const onAbort = () => giveUp(new Error("The client went away."));
    const timer = setTimeout(() => giveUp(new Error(`No whole answer within ${limits.subgraphTimeoutMs} ms.`)), limits.subgraphTimeoutMs);
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });

    let status = 0;
    let errorCount: string | undefined;
    let size = 0;
    const chunks: Buffer[] = [];
    pool.dispatch(
      { path, method: "POST", headers: request.headers, body: request.body },
      {
        onRequestStart(started) {
          controller = started;
          if (failure) started.abort(failure);
        },
        onResponseStart(_controller, statusCode, headers) {
          status = statusCode;
          const count = headers["x-offergraph-errors"];
          errorCount = typeof count === "string" ? count : undefined;
        },
        onResponseData(_controller, chunk) {
          size += chunk.length;
          if (size > limits.subgraphBodyBytes) giveUp(new Error(`The answer is longer than ${limits.subgraphBodyBytes} bytes.`));
          else chunks.push(chunk);
        },
        onResponseEnd() {
          settle();
          const [first] = chunks;
          resolve({ status, errorCount, body: chunks.length === 1 && first ? first : Buffer.concat(chunks) });
        },
        onResponseError(_controller, error) {
          fail(error);
        },
      },
    );
  });
}
