import { hostname } from "node:os";
import { z } from "zod";
import { waitAtMost } from "../time/wait-at-most.js";
import type { Metrics } from "./metrics.js";
import { removeTracer, setTracer } from "./tracing.js";

/** Settings of the telemetry of every process, with the names that OpenTelemetry standardizes. */
export const telemetryEnv = {
  /** Base URL of an OTLP receiver (HTTP). Without this URL, the process sends no traces and no metrics. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Name of the service in traces and metrics; by default, the name of the app. */
  OTEL_SERVICE_NAME: z.string().min(1).optional(),
  /** Milliseconds between two exports of metrics. */
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number().int().min(1_000).max(3_600_000).default(60_000),
};

/** Setting of the gateway, which decides which requests are traced. Services follow the gateway's decision. */
export const samplingEnv = {
  /** Share of the requests that the gateway samples, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.1),
};

type TelemetrySettings = z.infer<z.ZodObject<typeof telemetryEnv & typeof samplingEnv>>;

interface Options {
  service: string;
  /** Without OTEL_TRACES_SAMPLER_ARG, the process starts no traces, and only continues the traces of the gateway. */
  settings: Partial<TelemetrySettings>;
  metrics: Metrics;
}

const stopTimeoutMs = 2_000;

/**
 * Starts to export traces and metrics, if OTEL_EXPORTER_OTLP_ENDPOINT is set. `stop` sends the remaining spans. Loads the SDK of
 * OpenTelemetry only if it is used, because the SDK takes memory and time.
 */
export async function startTelemetry({ service, settings, metrics }: Options): Promise<{ stop(): Promise<void> }> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: name = service } = settings;
  if (endpoint === undefined) return { stop: async () => undefined };
  const [{ resourceFromAttributes }, { otlpTracer }, { startOtlpMetrics }] = await Promise.all([
    import("@opentelemetry/resources"),
    import("./otlp-traces.js"),
    import("./otlp-metrics.js"),
  ]);
  const resource = resourceFromAttributes({
    "service.name": name,
    "service.namespace": "offergraph",
    "service.instance.id": `${hostname()}:${process.pid}`,
  });
  const traces = otlpTracer(endpoint, resource);
  const intervalMs = settings.OTEL_METRIC_EXPORT_INTERVAL ?? 60_000;
  const exported = startOtlpMetrics({ endpoint, resource, metrics, intervalMs });
  setTracer(traces.tracer, settings.OTEL_TRACES_SAMPLER_ARG ?? 0);
  return {
    async stop() {
      removeTracer();
      // A receiver that does not respond must not delay the end of the process.
      await waitAtMost(Promise.allSettled([traces.stop(), exported.stop()]), stopTimeoutMs);
    },
  };
}
