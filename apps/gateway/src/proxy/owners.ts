import { type Dispatcher, Pool } from "undici";
import { spread } from "../supergraph/spread.js";
import { isStale } from "../supergraph/subgraph-client.js";

export interface PassedOn {
  readonly method: string;
  /** With what follows it. */
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  /** Makes the body; read only once a connection is there. Null: there is none. */
  readonly body: (() => AsyncIterable<Buffer>) | null;
  readonly signal: AbortSignal;
  /** How long the service may be silent before and within its answer, where that is longer than usual. */
  readonly patience?: { headersMs: number; bodyMs: number } | undefined;
}

/** The service that owns a path: its replicas are asked in turn. */
export interface Owner {
  send(request: PassedOn): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

// A PATCH waits for grants, for 2 s by default: this is for a service that hangs.
const headersTimeout = 15_000;
const bodyTimeout = 30_000;

/** The services of these subgraphs, by name, for what they answer beside GraphQL. */
export function createOwners(subgraphs: readonly { name: string; url: string }[]): ReadonlyMap<string, Owner> {
  return new Map(subgraphs.map(({ name, url }) => [name, spread(url.split("|").map(ownerAt))]));
}

function ownerAt(url: string): Owner {
  const pool = new Pool(new URL(url).origin, {
    connections: 128,
    connect: { timeout: 5_000 },
    headersTimeout,
    bodyTimeout,
    // Less than a service keeps them, so that it closes none that is being written to.
    keepAliveTimeout: 30_000,
  });
  const once = ({ method, path, headers, body, signal, patience }: PassedOn) =>
    // undici takes any async iterable; its types know those of streams only.
    pool.request({
      method: method as Dispatcher.HttpMethod,
      path,
      headers,
      signal,
      body: (body?.() ?? null) as never,
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
      if (!pool.closed) await pool.close();
    },
  };
}
