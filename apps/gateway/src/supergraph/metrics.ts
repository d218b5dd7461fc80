import { Gauge, type Registry } from "prom-client";
import type { LoadedSupergraph } from "./load.js";

/** Adds metrics of the schemas and replicas of the subgraphs. */
export function observeSupergraph(registry: Registry, status: LoadedSupergraph["status"]): void {
  const refused = new Gauge({
    name: "offergraph_refused_schemas",
    help: "Schemas that the gateway refuses, by subgraph and version. The reason is in the log and at /health/ready.",
    labelNames: ["subgraph", "version"],
    registers: [registry],
    collect() {
      refused.reset();
      for (const { subgraph, version } of status().refused) refused.inc({ subgraph, version: version ?? "" });
    },
  });
  const replicas = new Gauge({
    name: "offergraph_subgraph_replicas",
    help: "Replicas in the schema registry that are ready, by subgraph.",
    labelNames: ["subgraph"],
    registers: [registry],
    collect() {
      replicas.reset();
      for (const { name, replicas: count } of status().subgraphs) replicas.set({ subgraph: name }, count);
    },
  });
}
