import type { Metrics } from "@offergraph/shared/telemetry/metrics";
import type { LoadedSupergraph } from "./load.js";

/** Adds metrics of the schemas and replicas of the subgraphs. */
export function observeSupergraph(metrics: Pick<Metrics, "gauge">, status: LoadedSupergraph["status"]): void {
  metrics.gauge(
    {
      name: "offergraph_refused_schemas",
      help: "Schemas that the gateway refuses, by subgraph and version. The reason is in the log and at /health/ready.",
      labelNames: ["subgraph", "version"],
    },
    () => status().refused.map(({ subgraph, version }) => ({ labels: { subgraph, version: version ?? "" }, value: 1 })),
  );
  const registered = new Set<string>();
  metrics.gauge(
    {
      name: "offergraph_subgraph_replicas",
      help: "Replicas in the schema registry that are ready, by subgraph. Omits subgraphs that have never registered.",
      labelNames: ["subgraph"],
    },
    () => {
      const { subgraphs } = status();
      // Only a schema from the registry has a version. A polled schema can become the registered schema without getting the version.
      for (const { name, version, replicas } of subgraphs) if (version !== null || replicas > 0) registered.add(name);
      return subgraphs
        .filter(({ name }) => registered.has(name))
        .map(({ name, replicas }) => ({ labels: { subgraph: name }, value: replicas }));
    },
  );
}
