import { ConnectionPool, type Job } from "./connections/connection-pool.js";
import { encodeRequest } from "./connections/encode-request.js";
import type { SubgraphReply } from "./connections/response-reader.js";
import type { Disconnection } from "./execute/disconnection.js";
import type { SupergraphLimits } from "./limits.js";
import { roundRobin } from "./round-robin.js";

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
  const pool = new ConnectionPool(own, limits.subgraphConnections, limits.subgraphBodyBytes);
  const ownPath = own.pathname + own.search;
  const once = (request: SubgraphRequest) => {
    const path = request.path === undefined ? ownPath : new URL(request.path, own).pathname;
    return dispatch(pool, encodeRequest(path, own.host, request), request.disconnection, limits.subgraphTimeoutMs);
  };
  return {
    async send(request) {
      try {
        return await once(request);
      } catch (error) {
        if (!isStale(error) || !request.isRepeatable) throw error;
        return once(request);
      }
    },
    close: () => pool.close(),
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

function dispatch(
  pool: ConnectionPool,
  request: Buffer,
  disconnection: Disconnection | undefined,
  timeoutMs: number,
): Promise<SubgraphReply> {
  return new Promise((resolve, reject) => {
    if (disconnection?.isOver) return reject(new Error("Client disconnected"));
    const cleanUp = () => {
      clearTimeout(timer);
      stopListening?.();
    };
    const job: Job = {
      request,
      connection: undefined,
      onReply(reply) {
        cleanUp();
        resolve(reply);
      },
      onError(error) {
        cleanUp();
        reject(error);
      },
    };
    const timer = setTimeout(() => pool.abort(job, timedOut(job, timeoutMs)), timeoutMs);
    const stopListening = disconnection?.listen(() => pool.abort(job, new Error("Client disconnected")));
    pool.send(job);
  });
}

/** If the request was never sent, the error has a code, so that the request can be sent to another replica. */
function timedOut(job: Job, timeoutMs: number): Error {
  if (job.connection?.isConnecting) return Object.assign(new Error(`No connection within ${timeoutMs} ms`), { code: "ETIMEDOUT" });
  return new Error(`No complete response within ${timeoutMs} ms`);
}
