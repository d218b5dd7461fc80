import { DataPointType } from "@opentelemetry/sdk-metrics";
import { expect, it } from "vitest";
import { createMetrics } from "./metrics.js";
import { metricData } from "./otlp-metrics.js";

const period = { startTime: [0, 0], endTime: [1, 0] } as const;

it("converts histograms, counters and gauges of prom-client to the data model of OpenTelemetry", async () => {
  const metrics = createMetrics("trial");
  for (const seconds of [0.002, 0.02, 0.02, 60]) metrics.observeRequest("get", "ok", seconds);
  metrics.observeRequest("list", "ok", 0.3);
  metrics.total({ name: "offergraph_uses_total", help: "Uses." }, () => 5);
  metrics.gauge({ name: "offergraph_age_seconds", help: "Age." }, () => 1.5);
  const converted = (await metrics.read()).map((source) => metricData(source, { startTime: [0, 0], endTime: [1, 0] }));
  const found = new Map(converted.map((data) => [data.descriptor.name, data]));
  const requests = found.get("offergraph_request_seconds");
  expect(requests).toMatchObject({ dataPointType: DataPointType.HISTOGRAM, descriptor: { unit: "s" } });
  expect(requests?.dataPoints).toMatchObject([
    {
      ...period,
      attributes: { operation: "get", outcome: "ok", service: "trial" },
      value: { count: 4, sum: 60.042, buckets: { counts: [0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1] } },
    },
    { attributes: { operation: "list" }, value: { count: 1, buckets: { boundaries: expect.arrayContaining([0.001, 10]) } } },
  ]);
  expect(found.get("offergraph_uses")).toMatchObject({ dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: [{ value: 5 }] });
  expect(found.get("offergraph_age_seconds")).toMatchObject({ dataPointType: DataPointType.GAUGE, dataPoints: [{ value: 1.5 }] });
});
