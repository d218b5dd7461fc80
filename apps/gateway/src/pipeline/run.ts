import { defineCounter } from "@offergraph/shared/telemetry/metrics";
import { ClientDisconnected, discardBody } from "../http/body.js";
import { type Answer, send } from "../http/send.js";
import { limitHeaders } from "../limits/limit.js";
import type { RequestContext } from "./context.js";
import { toRequestError } from "./request-error.js";

/** Step of a pipeline. A step reads and changes the request context. To reject the request, a step throws an error. */
export type Middleware<Context> = (context: Context) => void | Promise<void>;

export async function runMiddleware<Context>(pipeline: readonly Middleware<Context>[], context: Context): Promise<void> {
  for (const middleware of pipeline) {
    const pending = middleware(context);
    if (pending) await pending;
  }
}

/** Status of a request whose client disconnected, as in the logs of other HTTP servers. The gateway sends no response. */
const clientClosedRequest = 499;

/**
 * Runs a request through a pipeline and writes the response. Sends an error as an error response if the response has not started. Throws
 * ClientDisconnected.
 */
export async function runPipeline<Context extends RequestContext>(
  pipeline: readonly Middleware<Context>[],
  context: Context,
): Promise<void> {
  context.startTrace();
  try {
    await runMiddleware(pipeline, context);
  } catch (error) {
    if (error instanceof ClientDisconnected) {
      context.endTrace(clientClosedRequest);
      throw error;
    }
    context.answer = errorAnswer(context, error);
  }
  const { answer, response, requestId, verdict, headers, gateway, label, errorCodes, startedAt, span } = context;
  gateway.metrics.observeRequest(label, errorCodes[0] ?? "ok", (performance.now() - startedAt) / 1000, span?.traceId);
  context.endTrace(answer?.status ?? ("statusCode" in response ? Number(response.statusCode) : 200));
  if (!answer) return;
  send(response, {
    ...answer,
    headers: { "X-Request-Id": requestId, ...(verdict && limitHeaders(verdict)), ...headers, ...answer.headers },
  });
}

const rejections = defineCounter("offergraph_rejected_requests_total", "Requests that the gateway rejected, by error code.", ["code"]);

export function logRejection(context: RequestContext, status: number, code: string): void {
  rejections.inc({ code });
  const { gateway, subject, address, summary } = context;
  gateway.refusals.note(code, subject, () => context.log.info({ status, code, address, ...summary }, "Request rejected"));
}

/** Logs an error and creates the error response (for GraphQL, MCP, or proxied paths). */
function errorAnswer(context: RequestContext, thrown: unknown): Answer {
  const { status, error, headers } = toRequestError(thrown);
  const { request, summary } = context;
  if (status >= 500) context.log.error({ err: error.cause ?? thrown, code: error.code, ...summary }, "Request failed");
  else logRejection(context, status, error.code);
  context.errorCodes = [error.code];
  discardBody(request);
  const answer = context.formatError(status, error);
  const wait = status === 429 ? context.verdict?.resetSeconds : status === 503 ? 1 : undefined;
  const retryAfter: Record<string, string> = wait === undefined ? {} : { "Retry-After": String(wait) };
  return { ...answer, headers: { ...answer.headers, ...retryAfter, ...context.errorHeaders(error, headers) } };
}
