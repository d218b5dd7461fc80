import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { z } from "zod";

const attributeSchema = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const resourceSchema = z.object({ attributes: z.array(attributeSchema) });
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  status: z.object({ code: z.number().optional() }).optional(),
});
const tracesSchema = z.object({
  resourceSpans: z.array(z.object({ resource: resourceSchema, scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) })),
});
const metricsSchema = z.object({
  resourceMetrics: z.array(
    z.object({
      resource: resourceSchema,
      scopeMetrics: z.array(z.object({ metrics: z.array(z.object({ name: z.string() })) })),
    }),
  ),
});

/** A span that the receiver got. `service` is the name of the process that sent the span. */
export type ReceivedSpan = z.infer<typeof spanSchema> & { service: string };

export interface OtlpReceiver {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a receiver of OTLP (JSON over HTTP). The receiver keeps all spans, and the names of all metrics by service. `GET /spans` and
 * `GET /metrics` return them as JSON, so that the tests of several processes can share a receiver. `POST /hook` accepts webhooks.
 */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const metrics = new Map<string, Set<string>>();
  const routes: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
    "POST /v1/traces": async (request) => {
      for (const { resource, scopeSpans } of tracesSchema.parse(await json(request)).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service: serviceOf(resource) })));
      return {};
    },
    "POST /v1/metrics": async (request) => {
      for (const { resource, scopeMetrics } of metricsSchema.parse(await json(request)).resourceMetrics) {
        const names = metrics.get(serviceOf(resource)) ?? new Set();
        metrics.set(serviceOf(resource), names);
        for (const scope of scopeMetrics) for (const { name } of scope.metrics) names.add(name);
      }
      return {};
    },
    // Accepts webhooks.
    "POST /hook": async () => ({}),
    "GET /spans": async () => spans,
    "GET /metrics": async () => Object.fromEntries([...metrics].map(([service, names]) => [service, [...names]])),
  };
  const server = createServer((request, response) => void answer(routes[`${request.method} ${request.url}`], request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  route: ((request: IncomingMessage) => Promise<unknown>) | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!route) {
    response.writeHead(404).end();
    return;
  }
  try {
    const body = JSON.stringify(await route(request));
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  } catch (error) {
    response.writeHead(400).end(String(error));
  }
}

function serviceOf({ attributes }: z.infer<typeof resourceSchema>): string {
  return String(attributes.find(({ key }) => key === "service.name")?.value.stringValue);
}
