import { Pool } from "undici";
import { percentile } from "./statistics.js";

export interface Operation {
  name: string;
  path: string;
  /** Returns the body of the n-th request. */
  body: (index: number) => string;
  headers: (body: string, index: number) => Record<string, string>;
  /** True if services process events after the response. The CPU time includes the processing. */
  emitsEvents?: boolean;
}

/** Durations of requests in milliseconds, and requests per second. */
export interface Sent {
  p50: number;
  p95: number;
  p99: number;
  perSecond: number;
}

/**
 * Sends `amount` requests over `connections` connections to all servers. Each connection sends one request at a time. Throws if a response
 * has an error.
 */
export async function send(origins: readonly string[], operation: Operation, amount: number, connections: number): Promise<Sent> {
  const pools = origins.map((origin) => new Pool(origin, { connections: Math.ceil(connections / origins.length), pipelining: 1 }));
  const durations: number[] = [];
  const first = Math.floor(Math.random() * 1_000_000);
  let next = 0;
  const worker = async (pool: Pool) => {
    while (next < amount) {
      const index = first + next++;
      const body = operation.body(index);
      const started = performance.now();
      const answer = await pool.request({
        method: "POST",
        path: operation.path,
        headers: { "content-type": "application/json", ...operation.headers(body, index) },
        body,
      });
      const text = await answer.body.text();
      durations.push(performance.now() - started);
      if (answer.statusCode >= 300 || /"errors"|"rejected"|"userErrors":\[\{/.test(text))
        throw new Error(`${operation.name}: ${answer.statusCode} ${text.slice(0, 500)}`);
    }
  };
  const started = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, (_, index) => worker(pools[index % pools.length] as Pool)));
  } finally {
    await Promise.all(pools.map((pool) => pool.destroy()));
  }
  const perSecond = (amount * 1_000) / (performance.now() - started);
  return { p50: percentile(durations, 0.5), p95: percentile(durations, 0.95), p99: percentile(durations, 0.99), perSecond };
}
