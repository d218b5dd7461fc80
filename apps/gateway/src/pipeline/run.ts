import { ClientDisconnected } from "../http/body.js";
import { send } from "../http/send.js";
import { limitHeaders } from "../limits/limit.js";
import type { RequestContext } from "./context.js";
import { errorAnswer } from "./error-answer.js";

/** Part of a pipeline: reads and extends the request context, or rejects the request by throwing. */
export type Middleware<Context> = (context: Context) => void | Promise<void>;

export async function runMiddleware<Context>(pipeline: readonly Middleware<Context>[], context: Context): Promise<void> {
  for (const middleware of pipeline) {
    const pending = middleware(context);
    if (pending) await pending;
  }
}

/** Runs a request through a pipeline and writes its response. Throws ClientDisconnected, and errors after the start of the response. */
export async function runPipeline<Context extends RequestContext>(
  pipeline: readonly Middleware<Context>[],
  context: Context,
): Promise<void> {
  try {
    await runMiddleware(pipeline, context);
  } catch (error) {
    if (error instanceof ClientDisconnected) throw error;
    context.answer = errorAnswer(context, error);
  }
  const { answer, response, requestId, verdict, headers, gateway, label, errorCodes, startedAt } = context;
  gateway.metrics.requests.observe({ operation: label, outcome: errorCodes[0] ?? "ok" }, (performance.now() - startedAt) / 1000);
  if (!answer) return;
  send(response, {
    ...answer,
    headers: { "X-Request-Id": requestId, ...(verdict && limitHeaders(verdict)), ...headers, ...answer.headers },
  });
}
