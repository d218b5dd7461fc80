import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

export interface Metrics {
  /** Registry for the service's own metrics. */
  readonly registry: Registry;
  /** Request duration in seconds by operation and outcome. Clients cannot add new values of `operation`. */
  readonly requests: Histogram<"operation" | "outcome">;
  expose(): Promise<{ contentType: string; text: string }>;
}

/** Creates a service's metrics, including the default metrics of Node (CPU, memory, event loop). */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "offergraph_request_seconds",
    help: "Request duration in seconds by operation and outcome.",
    labelNames: ["operation", "outcome"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return { registry, requests, expose: async () => ({ contentType: registry.contentType, text: await registry.metrics() }) };
}
