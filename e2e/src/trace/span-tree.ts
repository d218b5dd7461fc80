import type { ReceivedSpan } from "@offergraph/testkit/otlp-receiver";

export type { ReceivedSpan } from "@offergraph/testkit/otlp-receiver";

/** Returns the spans of a trace that the receiver got, in the order of their start. */
export async function readSpans(receiverUrl: string, traceId: string): Promise<ReceivedSpan[]> {
  const all = (await (await fetch(`${receiverUrl}/spans`)).json()) as ReceivedSpan[];
  return all.filter((span) => span.traceId === traceId).sort((one, other) => startOf(one) - startOf(other));
}

/** Start of a span in milliseconds since 1970. */
export const startOf = ({ startTimeUnixNano }: ReceivedSpan): number => Number(BigInt(startTimeUnixNano) / 1_000n) / 1_000;

export const endOf = ({ endTimeUnixNano }: ReceivedSpan): number => Number(BigInt(endTimeUnixNano) / 1_000n) / 1_000;

/** Returns the service and the name of a span and of its ancestors, from the root to the span. */
export function pathTo(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? pathTo(parent, spans) : []), `${span.service}: ${span.name}`];
}
