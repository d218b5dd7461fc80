import { ConnectionPool, type Job } from "./connections/connection-pool.js";
import { encodeRequest } from "./connections/encode-request.js";
import { type Link, NotSent } from "./connections/link.js";
import { LinkSlot } from "./connections/link-slot.js";
import type { SubgraphReply } from "./connections/response-reader.js";
import { SilenceWatch, Silent } from "./connections/silence-watch.js";
import type { Disconnection } from "./execute/disconnection.js";
import type { SupergraphLimits } from "./limits.js";
import { roundRobin } from "./round-robin.js";

export interface SubgraphRequest {
  /** Body of a POST request. Null for a GET request. */
  readonly body: string | null;
  /** Path relative to the subgraph's URL. Defaults to the subgraph's URL. */
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

/** Error codes for a reused connection that the server has already closed. */
const staleConnection = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

export function isStale(error: unknown): boolean {
  return staleConnection.has(codeOf(error));
}

/**
 * Creates the client of one replica. The client sends GraphQL requests over a link. All other requests, and requests without an open link,
 * use HTTP connections.
 */
function createSubgraphClient(url: string, limits: SupergraphLimits): SubgraphClient {
  const own = new URL(url);
  const { subgraphTimeoutMs: timeoutMs, subgraphBodyBytes: maxBytes, subgraphSilenceMs } = limits;
  const watch = new SilenceWatch(own, subgraphSilenceMs);
  const pool = new ConnectionPool(own, limits.subgraphConnections, maxBytes);
  const slots = Array.from({ length: limits.subgraphLinks }, () => new LinkSlot({ url: own, timeoutMs, maxBytes }));
  let turn = 0;
  const ownPath = own.pathname + own.search;
  const overHttp = (request: SubgraphRequest) => {
    const path = request.path === undefined ? ownPath : new URL(request.path, own).pathname;
    return dispatch({ pool, watch, timeoutMs }, encodeRequest(path, own.host, request), request.disconnection);
  };
  const once = (request: SubgraphRequest) => {
    const { headers, body, path, disconnection } = request;
    const link = path === undefined && body !== null ? slots[turn++ % slots.length]?.acquire() : undefined;
    return link && body !== null ? sendOver({ link, watch }, headers, body, disconnection) : overHttp(request);
  };
  return {
    async send(request) {
      if (watch.isSilent) throw new Silent(subgraphSilenceMs, false);
      try {
        return await once(request);
      } catch (error) {
        // A request that was never sent can be repeated, even a mutation.
        if (!(error instanceof NotSent) && !(isStale(error) && request.isRepeatable)) throw error;
        return overHttp(request);
      }
    },
    async close() {
      await Promise.all([pool.close(), ...slots.map((slot) => slot.close())]);
      watch.close();
    },
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function sendOver(
  { link, watch }: { link: Link; watch: SilenceWatch },
  headers: readonly string[],
  body: string,
  disconnection: Disconnection | undefined,
): Promise<SubgraphReply> {
  return new Promise((resolve, reject) => {
    if (disconnection?.isOver) return reject(disconnected());
    let stopListening: (() => void) | undefined;
    const abort = link.send({
      headers,
      body,
      onReply(reply) {
        watch.heard();
        watch.end(abort);
        stopListening?.();
        resolve(reply);
      },
      onError(error) {
        watch.end(abort);
        stopListening?.();
        reject(error);
      },
    });
    watch.begin(abort);
    stopListening = disconnection?.listen(() => abort(disconnected()));
  });
}

function disconnected(): Error {
  return new Error("Client disconnected");
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
  { pool, watch, timeoutMs }: { pool: ConnectionPool; watch: SilenceWatch; timeoutMs: number },
  request: Buffer,
  disconnection: Disconnection | undefined,
): Promise<SubgraphReply> {
  return new Promise((resolve, reject) => {
    if (disconnection?.isOver) return reject(disconnected());
    const cleanUp = () => {
      clearTimeout(timer);
      watch.end(abort);
      stopListening?.();
    };
    const job: Job = {
      request,
      connection: undefined,
      onReply(reply) {
        watch.heard();
        cleanUp();
        resolve(reply);
      },
      onError(error) {
        cleanUp();
        reject(error);
      },
    };
    const abort = (error: Error) => pool.abort(job, error);
    watch.begin(abort);
    const timer = setTimeout(() => abort(timedOut(job, timeoutMs)), timeoutMs);
    const stopListening = disconnection?.listen(() => abort(disconnected()));
    pool.send(job);
  });
}

/** The error has a code only if the request was never sent. */
function timedOut(job: Job, timeoutMs: number): Error {
  if (job.connection?.isConnecting) return Object.assign(new Error(`No connection within ${timeoutMs} ms`), { code: "ETIMEDOUT" });
  return new Error(`No complete response within ${timeoutMs} ms`);
}
