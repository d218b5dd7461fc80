import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { ClientDisconnected, tooLarge } from "../http/body.js";
import type { Middleware } from "../pipeline/run.js";
import { answerHeaders } from "./headers.js";
import type { IngestContext } from "./ingest-context.js";
import type { ProxyContext } from "./public-context.js";
import { requestUpstream } from "./request-upstream.js";

const gone = "Client disconnected";

/** Streams an ingest request to its service and the response back. */
export const proxyRequest: Middleware<IngestContext> = async (context) => {
  const { response } = context;
  const disconnected = new AbortController();
  response.once("close", () => response.writableFinished || disconnected.abort());
  const answer = await requestUpstream(context, bodyOf(context), disconnected.signal);
  response.writeHead(answer.statusCode, answerHeaders(context, answer.headers));
  // Confirms a long stream at once.
  response.flushHeaders();
  await pipeline(answer.body, response).catch(() => {
    // The headers are sent, so aborting is the only way to report an error.
    throw new ClientDisconnected(disconnected.signal.aborted ? gone : "The service aborted its response");
  });
};

function bodyOf({ request, response, target, maxBytes }: ProxyContext): (() => AsyncIterable<Buffer>) | null {
  const { "content-length": length, "transfer-encoding": chunked, expect } = request.headers;
  if (chunked === undefined && Number(length ?? 0) === 0) return null;
  if (Number(length ?? 0) > maxBytes) throw tooLarge(maxBytes, target.bodyTooLargeFix);
  return () => {
    // "100 Continue" (RFC 9110 10.1.1) only once a connection is available.
    if (expect !== undefined) response.writeContinue();
    return bounded(request, maxBytes, target.bodyTooLargeFix);
  };
}

async function* bounded(request: IncomingMessage, maxBytes: number, whenTooLong: string): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    // Keeps the socket open for the response.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes, whenTooLong);
      yield chunk;
    }
  } finally {
    // Discards the rest, so that the client reads the response.
    request.resume();
  }
}
