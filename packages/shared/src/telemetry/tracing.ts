import { parseTraceparent, type TraceContext } from "./trace.js";

export type SpanKind = "server" | "client" | "producer" | "consumer" | "internal";
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Span of a sampled trace. The caller must end the span. */
export interface Span {
  readonly traceId: string;
  /** Value of the header `traceparent` for requests and events that are sent inside this span. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** Ends the span. With `error`, the span has the status ERROR. */
  end(error?: string): void;
}

export interface NewSpan {
  kind: SpanKind;
  name: string;
  parent: TraceContext | undefined;
  attributes: Attributes | undefined;
  /** Start in milliseconds since 1970; by default, now. */
  startedAt: number | undefined;
}

/** Creates spans and exports them (see telemetry/otlp-traces.ts). */
export type Tracer = (span: NewSpan) => Span;

// All spans of a process use the same tracer, because a process runs only one service. While tracing is off, each function below only
// checks one condition.
let tracer: Tracer | undefined;
let share = 0;

/** Turns tracing on. `sampleRatio` is the share of requests that `startRootSpan` samples, from 0 to 1. */
export function setTracer(on: Tracer, sampleRatio: number): void {
  tracer = on;
  share = sampleRatio;
}

/** Turns tracing off. */
export function removeTracer(): void {
  tracer = undefined;
}

/** False if `startSpan` always returns undefined, so that the caller need not compute names and attributes. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Starts a span of a request at the gateway, which decides about sampling. Continues the client's trace, but ignores its decision. */
export function startRootSpan(kind: SpanKind, name: string, received: string | undefined): Span | undefined {
  if (tracer === undefined || Math.random() >= share) return undefined;
  return tracer({ kind, name, parent: parseTraceparent(received), attributes: undefined, startedAt: undefined });
}

/** Starts a span inside a sampled trace. Returns undefined for other traces, so that services follow the decision of the gateway. */
export function startSpan(
  kind: SpanKind,
  name: string,
  traceparent: string | undefined,
  attributes?: Attributes,
  startedAt?: number,
): Span | undefined {
  if (tracer === undefined || traceparent === undefined) return undefined;
  const parent = sampledContext(traceparent);
  return parent && tracer({ kind, name, parent, attributes, startedAt });
}

/**
 * Runs work in a span. Passes the span's `traceparent` to `work`. If the trace is not sampled, passes the given `traceparent` unchanged.
 */
export function withSpan<Result>(
  kind: SpanKind,
  name: string,
  traceparent: string | undefined,
  work: (traceparent: string | undefined) => Promise<Result>,
): Promise<Result> {
  const span = startSpan(kind, name, traceparent);
  return span ? endAfter(span, work(span.traceparent)) : work(traceparent);
}

/** Renames the span of a request to the operation's name, which is unknown when the span starts, and ends the span. */
export function endRequestSpan(span: Span | undefined, name: string, outcome: string): void {
  if (!span) return;
  span.rename(name);
  span.end(outcome === "ok" ? undefined : outcome);
}

/** Ends a span when the promise settles. */
export async function endAfter<Result>(span: Span, work: Promise<Result>): Promise<Result> {
  try {
    const result = await work;
    span.end();
    return result;
  } catch (error) {
    span.end(error instanceof Error ? error.name : "Error");
    throw error;
  }
}

/** True if tracing is on and `startSpan` would start a span in this trace. */
export function isSampled(traceparent: string | undefined): boolean {
  return tracer !== undefined && traceparent !== undefined && sampledContext(traceparent) !== undefined;
}

const lastFlag = 54;
const zero = 48;

/** Returns undefined for a trace that is not sampled. Most headers need no parsing, because the flags of an unsampled trace end with "0". */
function sampledContext(traceparent: string): TraceContext | undefined {
  if (traceparent.charCodeAt(lastFlag) === zero) return undefined;
  const context = parseTraceparent(traceparent);
  return context?.sampled ? context : undefined;
}
