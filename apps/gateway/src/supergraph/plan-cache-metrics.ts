import type { Metrics } from "@offergraph/shared/telemetry/metrics";
import type { Engine } from "./engine.js";

/**
 * Adds the hits and misses of the caches for documents and compiled operations. A new supergraph has new caches, so the counter then starts
 * at 0 again.
 */
export function watchPlanCache(metrics: Pick<Metrics, "total">, engine: () => Pick<Engine, "cacheUses">): void {
  const name = "offergraph_plan_cache_requests_total";
  metrics.total({ name, help: "Lookups in the caches of parsed and planned operations.", labelNames: ["cache", "result"] }, () =>
    Object.entries(engine().cacheUses).flatMap(([cache, { hits, misses }]) => [
      { labels: { cache, result: "hit" }, value: hits },
      { labels: { cache, result: "miss" }, value: misses },
    ]),
  );
}
