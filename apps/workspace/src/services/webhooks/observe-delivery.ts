import { defineHistogram } from "@offergraph/shared/telemetry/metrics";
import { isTracing, startSpan } from "@offergraph/shared/telemetry/tracing";
import type { SendResult } from "./send.js";

const deliveries = defineHistogram("offergraph_webhook_delivery_seconds", "Duration of webhook deliveries, by result.", ["result"]);

/** Measures the delivery of an event, in a span if the event belongs to a sampled trace. */
export async function observeDelivery(
  body: string,
  deliver: (traceparent: string | undefined) => Promise<SendResult>,
): Promise<SendResult> {
  const startedAt = performance.now();
  const span = isTracing() ? startSpan("client", "deliver webhook", traceparentOf(body)) : undefined;
  const sent = await deliver(span?.traceparent);
  const result = sent.error === null ? "delivered" : sent.status === null ? "unreachable" : "rejected";
  deliveries.observe({ result }, (performance.now() - startedAt) / 1000);
  span?.set({ "http.response.status_code": sent.status ?? undefined, "offergraph.result": result });
  span?.end(sent.error === null ? undefined : result);
  return sent;
}

/** Reads the trace in the CloudEvent that the delivery contains. */
function traceparentOf(body: string): string | undefined {
  const { traceparent } = JSON.parse(body) as { traceparent?: unknown };
  return typeof traceparent === "string" ? traceparent : undefined;
}
