import { type Dispatcher, Pool } from "undici";
import { spread } from "../supergraph/spread.js";
import { isStale } from "../supergraph/subgraph-client.js";

export interface PassedOn {
  readonly method: string;
  /** With what follows it. */
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  /** The body, or what makes it, called only once a connection is there. Null: there is none. */
  readonly body: Buffer | (() => AsyncIterable<Buffer>) | null;
  readonly signal: AbortSignal;
  /** Pages and files never wait for a connection that requests with a body or streams of records hold. */
  readonly lane: keyof typeof maxConnections;
  /** How long the service may be silent before and within its answer, where that is longer than usual. */
  readonly patience?: { headersMs: number; bodyMs: number } | undefined;
}

/** The service that owns a path: its replicas are asked in turn. */
export interface Owner {
  send(request: PassedOn): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

// A delivery holds its connection until its stream ends; the limit per workspace keeps these from being used up.
const maxConnections = { read: 128, write: 128, delivery: 1_024 };

// A PATCH waits for grants, for 2 s by default: this is for a service that hangs.
const headersTimeout = 15_000;
const bodyTimeout = 30_000;

/** The services of these subgraphs, by name, for what they answer beside GraphQL. */
export function createOwners(subgraphs: readonly { name: string; url: string }[]): ReadonlyMap<string, Owner> {
  return new Map(subgraphs.map(({ name, url }) => [name, spread(url.split("|").map(ownerAt))]));
}

function ownerAt(url: string): Owner {
  const { origin } = new URL(url);
  const pools = { read: poolAt(origin, "read"), write: poolAt(origin, "write"), delivery: poolAt(origin, "delivery") };
  const once = ({ method, path, headers, body, signal, patience, lane }: PassedOn) =>
    // undici takes any async iterable; its types know those of streams only.
    pools[lane].request({
      method: method as Dispatcher.HttpMethod,
      path,
      headers,
      signal,
      body: (typeof body === "function" ? body() : body) as never,
      ...(patience && { headersTimeout: patience.headersMs, bodyTimeout: patience.bodyMs }),
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
      await Promise.all(Object.values(pools).map((pool) => pool.closed || pool.close()));
    },
  };
}

function poolAt(origin: string, lane: PassedOn["lane"]): Pool {
  return new Pool(origin, {
    connections: maxConnections[lane],
    connect: { timeout: 5_000 },
    headersTimeout,
    bodyTimeout,
    // Less than a service keeps them, so that it closes none that is being written to.
    keepAliveTimeout: 30_000,
  });
}
