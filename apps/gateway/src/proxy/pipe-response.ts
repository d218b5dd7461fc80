import { pipeline } from "node:stream/promises";
import { ClientDisconnected } from "../http/body.js";
import type { ProxyContext } from "./context.js";
import { answerHeaders, requestUpstream } from "./request-upstream.js";
import type { ProxiedRequest } from "./upstreams.js";

/** Streams the service's response to the client with backpressure. With `idleMs`, disconnects a client that reads nothing for this time. */
export async function pipeResponse(context: ProxyContext, body: ProxiedRequest["body"], idleMs?: number): Promise<void> {
  const { response } = context;
  const disconnected = new AbortController();
  response.once("close", () => response.writableFinished || disconnected.abort());
  const answer = await requestUpstream(context, body, disconnected.signal);
  if (idleMs !== undefined) response.setTimeout(idleMs, () => response.destroy());
  response.writeHead(answer.statusCode, answerHeaders(context, answer.headers));
  // Sends the headers before the first part of a long stream.
  response.flushHeaders();
  await pipeline(answer.body, response).catch(() => {
    // The headers have already been sent, so aborting is the only way to report an error.
    throw new ClientDisconnected(disconnected.signal.aborted ? "Client disconnected" : "The service aborted its response");
  });
}
