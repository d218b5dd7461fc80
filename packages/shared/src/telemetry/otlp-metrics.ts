import { type HrTime, ValueType } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import type { Resource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  type MetricData,
  type MetricProducer,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import type { MetricObjectWithValues, MetricValue } from "prom-client";
import type { Metrics } from "./metrics.js";

type Source = MetricObjectWithValues<MetricValue<string>>;
interface Sample extends MetricValue<string> {
  metricName?: string;
}

interface Period {
  startTime: HrTime;
  endTime: HrTime;
}

/** Sends the metrics of prom-client to an OTLP endpoint (JSON over HTTP) every `intervalMs` milliseconds. */
export function startOtlpMetrics(options: { endpoint: string; resource: Resource; metrics: Pick<Metrics, "read">; intervalMs: number }) {
  const { endpoint, resource, metrics, intervalMs } = options;
  const startTime = timeOf(Date.now());
  const producer: MetricProducer = {
    async collect() {
      const period = { startTime, endTime: timeOf(Date.now()) };
      const found = (await metrics.read()).map((source) => metricData(source, period));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: "offergraph" }, metrics: found }] }, errors: [] };
    },
  };
  const exporter = new OTLPMetricExporter({ url: new URL("v1/metrics", endpoint.replace(/\/*$/, "/")).href });
  const timeouts = { exportIntervalMillis: intervalMs, exportTimeoutMillis: Math.min(intervalMs, 10_000) };
  const reader = new PeriodicExportingMetricReader({ exporter, metricProducers: [producer], ...timeouts });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return { stop: () => provider.shutdown() };
}

/** Converts a metric of prom-client to the data model of OpenTelemetry. */
export function metricData(source: Source, period: Period): MetricData {
  const { help: description } = source;
  const kind = String(source.type);
  // Removes the suffix `_total` of a counter, because OTLP receivers add the suffix. prom-client also removes the suffix when it first
  // formats the counter.
  const name = kind === "counter" ? source.name.replace(/_total$/, "") : source.name;
  const unit = name.endsWith("_seconds") ? "s" : name.endsWith("_bytes") ? "By" : "";
  const common = {
    descriptor: { name, description, unit, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  } as const;
  const samples: readonly Sample[] = source.values;
  if (kind === "histogram") return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(name, samples, period) };
  const dataPoints = samples.map(({ labels, value }) => ({ ...period, attributes: textsOf(labels), value }));
  return kind === "counter"
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
}

function histograms(name: string, samples: readonly Sample[], period: Period) {
  const groups = new Map<string, { attributes: Record<string, string>; bounds: [number, number][]; sum: number; count: number }>();
  for (const { labels, value, metricName } of samples) {
    const { le, ...attributes } = textsOf(labels);
    const key = JSON.stringify(Object.entries(attributes).sort());
    const group = groups.get(key) ?? { attributes, bounds: [], sum: 0, count: 0 };
    groups.set(key, group);
    if (metricName === `${name}_sum`) group.sum = value;
    else if (metricName === `${name}_count`) group.count = value;
    else if (le !== undefined && le !== "+Inf") group.bounds.push([Number(le), value]);
  }
  return [...groups.values()].map(({ attributes, bounds, sum, count }) => {
    // A bucket of Prometheus also counts the values of all lower buckets, but a bucket of OpenTelemetry does not.
    const cumulated = [...bounds.map(([, value]) => value), count];
    const counts = cumulated.map((value, index) => value - (cumulated[index - 1] ?? 0));
    return { ...period, attributes, value: { buckets: { boundaries: bounds.map(([bound]) => bound), counts }, sum, count } };
  });
}

function textsOf(labels: Partial<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

function timeOf(milliseconds: number): HrTime {
  return [Math.floor(milliseconds / 1000), (milliseconds % 1000) * 1_000_000];
}
