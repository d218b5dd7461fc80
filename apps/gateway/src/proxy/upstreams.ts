import { type Dispatcher, Pool } from "undici";
import { SilenceWatch, Silent } from "../supergraph/connections/silence-watch.js";
import type { SupergraphLimits } from "../supergraph/limits.js";
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

export function createUpstreams(
  subgraphs: readonly { name: string; url: string }[],
  { subgraphSilenceMs }: SupergraphLimits,
): ReadonlyMap<string, Upstream> {
  const upstreams = (urls: string) => urls.split("|").map((url) => upstreamAt(new URL(url), subgraphSilenceMs));
  return new Map(subgraphs.map(({ name, url }) => [name, roundRobin(upstreams(url))]));
}

function upstreamAt(url: URL, silenceMs: number): Upstream {
  const { origin } = url;
  const watch = new SilenceWatch(url, silenceMs);
  const pools = { read: poolAt(origin, "read"), write: poolAt(origin, "write"), ingest: poolAt(origin, "ingest") };
  const request = ({ method, path, headers, body, timeouts, pool }: ProxiedRequest, signal: AbortSignal) =>
    // undici accepts any async iterable, although the types of undici allow only streams.
    pools[pool].request({
      method: method as Dispatcher.HttpMethod,
      path,
      headers,
      signal,
      body: (typeof body === "function" ? body() : body) as never,
      ...(timeouts && { headersTimeout: timeouts.headersMs, bodyTimeout: timeouts.bodyMs }),
    });
  /**
   * The silence watch aborts the request only until the response head arrives. After that, undici's timeout limits the wait for the body.
   */
  const once = async (given: ProxiedRequest) => {
    if (watch.isSilent) throw new Silent(silenceMs, false);
    const silence = new AbortController();
    const abort = (error: Error) => silence.abort(error);
    watch.begin(abort);
    try {
      const response = await request(given, AbortSignal.any([given.signal, silence.signal]));
      watch.heard();
      return response;
    } finally {
      watch.end(abort);
    }
  };
  return {
    async send(given) {
      try {
        return await once(given);
      } catch (error) {
        if (given.body !== null || !isStale(error)) throw error;
        return once(given);
      }
    },
    async close() {
      watch.close();
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
