import { readFileSync } from "node:fs";
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  type MetricObjectWithValues,
  type MetricValue,
  type OpenMetricsContentType,
  openMetricsContentType,
  Registry,
} from "prom-client";
import { waitAtMost } from "../time/wait-at-most.js";

/** Values that a metric has at the time of a scrape: one number, or one number for each set of labels. */
export type Readings = number | readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];

export interface Metrics {
  /**
   * Records the duration of a request. `operation` and `outcome` must not be texts from clients, because each new value adds time series.
   * `traceId` becomes an exemplar, which links the bucket of the histogram to a trace.
   */
  observeRequest(operation: string, outcome: string, seconds: number, traceId?: string): void;
  /** Adds a gauge that is read for each scrape. If `read` fails or takes longer than 2 s, the scrape does not contain the gauge. */
  gauge(definition: Definition, read: () => Readings | Promise<Readings>): void;
  /** Adds a counter whose total is read for each scrape. */
  total(definition: Definition, read: () => Readings): void;
  expose(): Promise<{ contentType: string; text: string }>;
  read(): Promise<MetricObjectWithValues<MetricValue<string>>[]>;
}

interface Definition {
  name: string;
  help: string;
  labelNames?: readonly string[];
}

// All packages and apps of a release have the same version.
const packageJson = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string };
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const readTimeoutMs = 2_000;

// Metrics of modules. One process runs one service, whose metrics include all metrics of the imported modules.
const ofModules = new Map<string, Metric>();

/** Defines a counter of a module. Call this function at the top level of the module. The name must end with `_total`. */
export function defineCounter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
  const counter = new Counter({ name, help, labelNames, registers: [] });
  ofModules.set(name, counter as Metric);
  return counter;
}

/**
 * Defines a histogram of durations in seconds. The histogram has buckets up to 10 s, and the longer buckets in `longer`. Call this function
 * at the top level of the module.
 */
export function defineHistogram<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  longer: readonly number[] = [],
): Histogram<Label> {
  const histogram = new Histogram({ name, help, labelNames, buckets: [...secondsBuckets, ...longer], registers: [] });
  ofModules.set(name, histogram as Metric);
  return histogram;
}

/** Defines a gauge of a module, which is read for each scrape. Call this function at the top level of the module. */
export function defineGauge(definition: Definition, read: () => Readings): void {
  ofModules.set(definition.name, gaugeOf(definition, read, []) as Metric);
}

/** Creates a service's metrics, including the metrics of modules, and the default metrics of Node (CPU, memory, event loop). */
export function createMetrics(service: string): Metrics {
  const registry = new Registry<OpenMetricsContentType>();
  // Only the OpenMetrics format supports exemplars.
  registry.setContentType(openMetricsContentType);
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  for (const metric of ofModules.values()) registry.registerMetric(metric);
  gaugeOf({ name: "offergraph_build_info", help: "Version of the running service.", labelNames: ["version"] }, buildInfo, [registry]);
  const requests = new Histogram({
    name: "offergraph_request_seconds",
    help: "Request duration in seconds by operation and outcome.",
    labelNames: ["operation", "outcome"],
    buckets: secondsBuckets,
    enableExemplars: true,
    registers: [registry],
  });
  return {
    observeRequest(operation, outcome, value, traceId) {
      const labels = { operation, outcome };
      // The types of prom-client allow only the histogram's label names in an exemplar, but this exemplar has the label `trace_id`.
      const exemplarLabels: Record<string, string> = traceId === undefined ? {} : { trace_id: traceId };
      requests.observe({ labels, value, exemplarLabels });
    },
    gauge(definition, read) {
      gaugeOf(definition, read, [registry]);
    },
    total(definition, read) {
      new Counter<string>({
        ...definition,
        registers: [registry],
        collect() {
          this.reset();
          for (const { labels, value } of listOf(read())) this.inc(labels, value);
        },
      });
    },
    expose: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    read: () => registry.getMetricsAsJSON(),
  };
}

function buildInfo(): Readings {
  return [{ labels: { version: packageJson.version }, value: 1 }];
}

function gaugeOf(definition: Definition, read: () => Readings | Promise<Readings>, registers: Registry<OpenMetricsContentType>[]) {
  return new Gauge<string>({
    ...definition,
    registers,
    async collect() {
      const readings = await inTime(read);
      this.reset();
      // Removes the value 0 that `reset` gives to a gauge without labels, because the real value may be unknown.
      if (!definition.labelNames) this.remove();
      for (const { labels, value } of listOf(readings)) this.set(labels, value);
    },
  });
}

function listOf(readings: Readings): Exclude<Readings, number> {
  return typeof readings === "number" ? [{ labels: {}, value: readings }] : readings;
}

/** Returns no readings if the function fails or is slow, so that the scrape still contains the other metrics. */
async function inTime(read: () => Readings | Promise<Readings>): Promise<Readings> {
  try {
    return (await waitAtMost(Promise.resolve(read()), readTimeoutMs)) ?? [];
  } catch {
    return [];
  }
}
