import { parseTraceparent, traceIdOf } from "@offergraph/shared/telemetry/trace";
import { isTracing, type Span, startSpan } from "@offergraph/shared/telemetry/tracing";

interface TracedEvent {
  readonly id: string;
  readonly type: string;
  readonly traceparent: string | undefined;
}

/**
 * Returns the event with the message's header as `traceparent`, so that the consumer's span becomes a child of the span that published the
 * message. Ignores the header if its trace id differs from the trace id in the signed event.
 */
export function publishedIn<Event extends TracedEvent>(event: Event, header: string | undefined): Event {
  if (!isTracing() || header === undefined || header === event.traceparent) return event;
  return traceIdOf(event.traceparent) === parseTraceparent(header)?.traceId ? { ...event, traceparent: header } : event;
}

/** Starts the span of one attempt to process an event. */
export function startProcessing(consumer: string, { id, type, traceparent }: TracedEvent): Span | undefined {
  if (!isTracing()) return undefined;
  const attributes = { "messaging.system": "nats", "messaging.destination.name": type, "messaging.message.id": id };
  return startSpan("consumer", `process ${consumer}`, traceparent, attributes);
}

/** Returns the event with the span's `traceparent`, so that the events that the handler emits belong to the same trace. */
export function eventIn<Event extends TracedEvent>(event: Event, span: Span | undefined): Event {
  return span ? { ...event, traceparent: span.traceparent } : event;
}
