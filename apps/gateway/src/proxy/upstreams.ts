import { type Dispatcher, Pool } from "undici";
import { roundRobin } from "../supergraph/round-robin.js";
import { isStale } from "../supergraph/subgraph-client.js";

export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  /** Request body: a buffer, null, or a function that returns a stream. A body function is called only when a connection is available. */
  readonly body: Buffer | (() => AsyncIterable<Buffer>) | null;
  readonly signal: AbortSignal;
  /** Name of the connection pool. Separate pools keep reads of pages and files from waiting for slower requests. */
  readonly pool: keyof typeof maxConnections;
  /** Overrides the default timeouts for the response headers and between two parts of the response body. */
  readonly timeouts?: { headersMs: number; bodyMs: number } | undefined;
}

/** A service to which the gateway proxies requests. The replicas get the requests in turn. */
export interface Upstream {
  send(request: ProxiedRequest): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

// Maximum connections per pool and replica. An ingest stream occupies a connection until the stream ends. limitIngest limits the streams
// per workspace.
const maxConnections = { read: 128, write: 128, ingest: 1_024 };

// Timeouts in milliseconds for the response of a service. A PATCH of a form response may wait for grants, by default for 2 s.
const headersTimeout = 15_000;
const bodyTimeout = 30_000;

export function createUpstreams(subgraphs: readonly { name: string; url: string }[]): ReadonlyMap<string, Upstream> {
  return new Map(subgraphs.map(({ name, url }) => [name, roundRobin(url.split("|").map(upstreamAt))]));
}

function upstreamAt(url: string): Upstream {
  const { origin } = new URL(url);
  const pools = { read: poolAt(origin, "read"), write: poolAt(origin, "write"), ingest: poolAt(origin, "ingest") };
  const once = ({ method, path, headers, body, signal, timeouts, pool }: ProxiedRequest) =>
    // undici accepts any async iterable, although the types of undici allow only streams.
    pools[pool].request({
      method: method as Dispatcher.HttpMethod,
      path,
      headers,
      signal,
      body: (typeof body === "function" ? body() : body) as never,
      ...(timeouts && { headersTimeout: timeouts.headersMs, bodyTimeout: timeouts.bodyMs }),
    });
  return {
    async send(request) {
      try {
        return await once(request);
      } catch (error) {
        if (request.body !== null || !isStale(error)) throw error;
        return once(request);
      }
    },
    async close() {
      await Promise.all(Object.values(pools).map((one) => one.closed || one.close()));
    },
  };
}

function poolAt(origin: string, name: ProxiedRequest["pool"]): Pool {
  return new Pool(origin, {
    connections: maxConnections[name],
    connect: { timeout: 5_000 },
    headersTimeout,
    bodyTimeout,
    // The keep-alive timeout is shorter than the services' timeout, so that services do not close connections in use.
    keepAliveTimeout: 30_000,
  });
}
