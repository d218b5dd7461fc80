import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** The metrics of a process, in Prometheus' terms. */
export interface Metrics {
  /** Where a service registers metrics of its own. */
  readonly registry: Registry;
  /** How long requests took, in seconds, by operation (a name out of a bounded set, never a caller's) and outcome. */
  readonly requests: Histogram<"operation" | "outcome">;
  /** The text that `GET /metrics` answers, with its content type. */
  expose(): Promise<{ contentType: string; text: string }>;
}

/** The metrics of this service; Node's own (CPU, memory, event loop) are among them. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "offergraph_request_seconds",
    help: "How long a request took, by operation and outcome.",
    labelNames: ["operation", "outcome"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return { registry, requests, expose: async () => ({ contentType: registry.contentType, text: await registry.metrics() }) };
}
