import { ROOT_CONTEXT, SpanKind as SdkKind, type Span as SdkSpan, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import type { Resource } from "@opentelemetry/resources";
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { formatTraceparent, type TraceContext } from "./trace.js";
import type { Span, SpanKind, Tracer } from "./tracing.js";

const kinds: Record<SpanKind, SdkKind> = {
  internal: SdkKind.INTERNAL,
  server: SdkKind.SERVER,
  client: SdkKind.CLIENT,
  producer: SdkKind.PRODUCER,
  consumer: SdkKind.CONSUMER,
};

/** Creates a tracer that sends spans in batches to an OTLP endpoint (JSON over HTTP). The tracer records each span that it gets. */
export function otlpTracer(endpoint: string, resource: Resource): { tracer: Tracer; stop(): Promise<void> } {
  const exporter = new OTLPTraceExporter({ url: new URL("v1/traces", endpoint.replace(/\/*$/, "/")).href });
  const provider = new TracerProvider({
    resource,
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  const sdk = provider.getTracer("offergraph");
  return {
    tracer({ kind, name, parent, attributes, startedAt }) {
      const options = { kind: kinds[kind], ...(attributes && { attributes }), ...(startedAt !== undefined && { startTime: startedAt }) };
      return spanOf(sdk.startSpan(name, options, parent ? remote(parent) : ROOT_CONTEXT));
    },
    stop: () => provider.shutdown(),
  };
}

function remote({ traceId, parentId: spanId }: TraceContext) {
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

function spanOf(span: SdkSpan): Span {
  const { traceId, spanId: parentId } = span.spanContext();
  return {
    traceId,
    traceparent: formatTraceparent({ traceId, parentId, sampled: true }),
    set: (attributes) => void span.setAttributes(attributes),
    rename: (name) => void span.updateName(name),
    end(error) {
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
      span.end();
    },
  };
}
