import { type Dispatcher, Pool } from "undici";
import { roundRobin } from "../supergraph/round-robin.js";
import { isStale } from "../supergraph/subgraph-client.js";

export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  /**
   * Body of the request. A stream is created by a function, which runs after a connection is available. Null if the request has no body.
   */
  readonly body: Buffer | (() => AsyncIterable<Buffer>) | null;
  readonly signal: AbortSignal;
  /**
   * Connection pool of the request. With separate pools, reads of pages and files do not wait for requests with a body or for ingest
   * streams.
   */
  readonly pool: keyof typeof maxConnections;
  /** Overrides the timeout for the response headers and the timeout between chunks of the response body. */
  readonly timeouts?: { headersMs: number; bodyMs: number } | undefined;
}

/** Service to which the gateway proxies requests. The replicas of the service receive the requests in turn. */
export interface Upstream {
  send(request: ProxiedRequest): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

// An ingest stream occupies a connection until the stream ends. The middleware limitIngest prevents streams from using all connections.
const maxConnections = { read: 128, write: 128, ingest: 1_024 };

// Time in milliseconds after which the gateway stops waiting for a service. A PATCH request may wait for grants, by default for 2 s.
const headersTimeout = 15_000;
const bodyTimeout = 30_000;

export function createUpstreams(subgraphs: readonly { name: string; url: string }[]): ReadonlyMap<string, Upstream> {
  return new Map(subgraphs.map(({ name, url }) => [name, roundRobin(url.split("|").map(upstreamAt))]));
}

function upstreamAt(url: string): Upstream {
  const { origin } = new URL(url);
  const pools = { read: poolAt(origin, "read"), write: poolAt(origin, "write"), ingest: poolAt(origin, "ingest") };
  const once = ({ method, path, headers, body, signal, timeouts, pool }: ProxiedRequest) =>
    // undici accepts any async iterable, although its types allow only streams.
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
    // Must be less than the services' keep-alive timeout. Otherwise, a service could close a connection while the gateway uses it.
    keepAliveTimeout: 30_000,
  });
}
