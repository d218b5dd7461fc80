import type { Metrics } from "@offergraph/shared/telemetry/metrics";
import { watchPool } from "@offergraph/shared/telemetry/watch-pool";
import type pg from "pg";
import type { NatsClient } from "../messaging/connection.js";
import { deadLetterStream, deadLetterSubject, managerOf } from "../messaging/streams.js";
import { readLags } from "../outbox/pace.js";

type Gauges = Pick<Metrics, "gauge">;

/** Adds the gauges that every service has: for the connection pool, the outbox, the consumers, the dead letters and the NATS connection. */
export function watchService(options: { metrics: Gauges; service: string; pool: pg.Pool; nats: NatsClient }): void {
  const { metrics, service, pool, nats } = options;
  watchPool(metrics, pool);
  watchOutbox(metrics, pool);
  watchConsumers(metrics, service, nats);
  watchDeadLetters(metrics, service, nats);
  metrics.gauge({ name: "offergraph_nats_connected", help: "1 if the service is connected to NATS." }, () => Number(nats.isConnected()));
}

const maxCounted = 10_000;

// Counts a limited number of rows, because the outbox can be long after an outage of NATS.
const outbox = {
  text: `SELECT (SELECT count(*)::integer FROM (SELECT FROM outbox_events LIMIT ${maxCounted}) AS counted) AS size,
    coalesce(extract(epoch FROM now() - (SELECT created_at FROM outbox_events ORDER BY sequence LIMIT 1)), 0)::float8 AS age`,
  query_timeout: 2_000,
};

function watchOutbox(metrics: Gauges, pool: pg.Pool): void {
  const read = shared(async () => (await pool.query<{ size: number; age: number }>(outbox)).rows[0]);
  metrics.gauge(
    { name: "offergraph_outbox_events", help: `Committed events that are not published yet, at most ${maxCounted}.` },
    async () => (await read())?.size ?? [],
  );
  metrics.gauge(
    { name: "offergraph_outbox_age_seconds", help: "Age of the oldest event that is not published yet; 0 without such an event." },
    async () => (await read())?.age ?? [],
  );
}

/** Reports the lag of the consumers of this service's stream, because NATS permits a service to list only these consumers. */
function watchConsumers(metrics: Gauges, service: string, nats: NatsClient): void {
  metrics.gauge(
    {
      name: "offergraph_consumer_lag_events",
      help: "Events of this service that a consumer has not acknowledged.",
      // An autoscaler of the consuming service selects the lag by `consumer_service`.
      labelNames: ["consumer", "consumer_service"],
    },
    async () => {
      const connection = nats.current()?.connection;
      const lags = connection ? await readLags(connection, service) : [];
      return lags.map(({ name, lag }) => ({
        labels: { consumer: name.replace("_", "/"), consumer_service: name.slice(0, name.indexOf("_")) },
        value: lag,
      }));
    },
  );
}

function watchDeadLetters(metrics: Gauges, service: string, nats: NatsClient): void {
  metrics.gauge(
    {
      name: "offergraph_dead_letters_waiting",
      help: "Dead letters of this service's consumers that wait for a replay.",
      labelNames: ["consumer"],
    },
    async () => {
      const connection = nats.current()?.connection;
      if (!connection) return [];
      const { streams } = await managerOf(connection);
      const { state } = await streams.info(deadLetterStream, { subjects_filter: deadLetterSubject(service, "*") });
      return Object.entries(state.subjects ?? {}).map(([subject, value]) => ({
        labels: { consumer: `${service}/${subject.split(".").at(-1)}` },
        value,
      }));
    },
  );
}

/** Shares the result of a call with the calls that start before the result is known. */
function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined;
  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}
