import { createMetrics } from "@offergraph/shared/telemetry/metrics";
import { expect, it } from "vitest";
import { observeSupergraph } from "./metrics.js";

it("reports the replicas of each registered subgraph, also after the last replica has left", async () => {
  const metrics = createMetrics("gateway");
  const registered = { name: "forms", version: "1.0.0", replicas: 2 };
  const gone = { name: "orders", version: "1.0.0", replicas: 0 };
  const polled = { name: "polled", version: null, replicas: 0 };
  const polledFirst = { name: "workspace", version: null, replicas: 1 };
  let subgraphs = [registered, gone, polled, polledFirst];
  observeSupergraph(metrics, () => ({ subgraphs, refused: [] }));
  const replicas = async () => {
    const { text } = await metrics.expose();
    return Object.fromEntries(
      [...text.matchAll(/^offergraph_subgraph_replicas\{subgraph="(\w+)".* (\d+)$/gm)].map(([, ...found]) => found),
    );
  };
  expect(await replicas()).toEqual({ forms: "2", orders: "0", workspace: "1" });
  subgraphs = [registered, gone, polled, { ...polledFirst, replicas: 0 }];
  expect(await replicas()).toEqual({ forms: "2", orders: "0", workspace: "0" });
});
