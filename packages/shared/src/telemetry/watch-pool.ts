import type { Metrics } from "./metrics.js";

/** The part of a pg.Pool that the metrics read. */
interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max: number };
}

/** Adds the use of a database connection pool, and the number of requests that wait for a connection. */
export function watchPool(metrics: Pick<Metrics, "gauge">, pool: Pool): void {
  metrics.gauge({ name: "offergraph_database_connections", help: "Open database connections by state.", labelNames: ["state"] }, () => [
    { labels: { state: "busy" }, value: pool.totalCount - pool.idleCount },
    { labels: { state: "idle" }, value: pool.idleCount },
  ]);
  metrics.gauge({ name: "offergraph_database_connections_max", help: "Maximum size of the connection pool." }, () => pool.options.max);
  metrics.gauge({ name: "offergraph_database_waiting", help: "Number of callers that wait for a connection." }, () => pool.waitingCount);
}
