import { type Dispatcher, Pool } from "undici";
import type { Disconnection } from "./execute/disconnection.js";
import type { SupergraphLimits } from "./limits.js";
import { roundRobin } from "./round-robin.js";

export interface SubgraphReply {
  readonly status: number;
  /** Number of errors in the response, from the response header x-offergraph-errors. */
  readonly errorCount: string | undefined;
  readonly body: Buffer;
}

export interface SubgraphRequest {
  /** Body of a POST request. Null for a GET request. */
  readonly body: string | null;
  /** Path relative to the subgraph's URL. Without this path, the client sends the request to the subgraph's URL. */
  readonly path?: string;
  /** Headers, as a list of alternating names and values. */
  readonly headers: string[];
  readonly isRepeatable: boolean;
  /** If set, the request ends when the client disconnects. */
  readonly disconnection: Disconnection | undefined;
}

/** HTTP client of one subgraph. The promise of `send` rejects after a timeout or if the response is too large. */
export interface SubgraphClient {
  send(request: SubgraphRequest): Promise<SubgraphReply>;
  close(): Promise<void>;
}

export type SubgraphClients = ReadonlyMap<string, SubgraphClient>;

/** Codes of the errors that occur if the client reuses an idle connection that the server has already closed. */
const staleConnection = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

export function isStale(error: unknown): boolean {
  return error instanceof Error && "code" in error && staleConnection.has(String(error.code));
}

function createSubgraphClient(url: string, limits: SupergraphLimits): SubgraphClient {
  const own = new URL(url);
  const pool = new Pool(own.origin, {
    connections: limits.subgraphConnections,
    connect: { timeout: limits.subgraphTimeoutMs },
    // Disables the timeouts of undici, because the function `dispatch` sets one timeout for the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 30_000,
  });
  const ownPath = own.pathname + own.search;
  const once = (request: SubgraphRequest) =>
    dispatch(pool, request.path === undefined ? ownPath : new URL(request.path, own).pathname, request, limits);
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

/** Creates a client for each subgraph. `url` contains the URLs of all replicas, separated by "|". */
export function createSubgraphClients(subgraphs: readonly { name: string; url: string }[], limits: SupergraphLimits): SubgraphClients {
  const clientOf = (urls: string) => roundRobin(urls.split("|").map((url) => createSubgraphClient(url, limits)));
  return new Map(subgraphs.map(({ name, url }) => [name, clientOf(url)]));
}

export async function closeClients(clients: ReadonlyMap<string, { close(): Promise<void> }>): Promise<void> {
  await Promise.all([...clients.values()].map((client) => client.close()));
}

function dispatch(pool: Pool, path: string, request: SubgraphRequest, limits: SupergraphLimits): Promise<SubgraphReply> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let failure: Error | undefined;
    let stopListening: (() => void) | undefined;
    const cleanUp = () => {
      clearTimeout(timer);
      stopListening?.();
    };
    const fail = (error: Error) => {
      cleanUp();
      failure ??= error;
      reject(failure);
    };
    const abort = (error: Error) => {
      fail(error);
      controller?.abort(error);
    };
    const onAbort = () => abort(new Error("Client disconnected"));
    const timer = setTimeout(
      () => abort(new Error(`No complete response within ${limits.subgraphTimeoutMs} ms`)),
      limits.subgraphTimeoutMs,
    );
    if (request.disconnection?.isOver) return onAbort();
    stopListening = request.disconnection?.listen(onAbort);

    let status = 0;
    let errorCount: string | undefined;
    let size = 0;
    const chunks: Buffer[] = [];
    pool.dispatch(
      { path, method: request.body === null ? "GET" : "POST", headers: request.headers, body: request.body },
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
          if (size > limits.subgraphBodyBytes) abort(new Error(`The response is larger than ${limits.subgraphBodyBytes} bytes`));
          else chunks.push(chunk);
        },
        onResponseEnd() {
          cleanUp();
          const [first] = chunks;
          resolve({ status, errorCount, body: chunks.length === 1 && first ? first : Buffer.concat(chunks) });
        },
        onResponseError(_controller, error) {
          abort(error);
        },
      },
    );
  });
}
