import type { IncomingMessage } from "node:http";
import { tooLarge } from "../http/body.js";
import type { Middleware } from "../pipeline/run.js";
import type { IngestContext } from "./context.js";
import { pipeResponse } from "./pipe-response.js";

/** Streams an ingest request to the service, and the service's response to the client. */
export const proxyRequest: Middleware<IngestContext> = (context) => pipeResponse(context, bodyOf(context));

function bodyOf({ request, response, target, isStream }: IngestContext): (() => AsyncIterable<Buffer>) | null {
  const { "content-length": length, "transfer-encoding": chunked, expect } = request.headers;
  if (chunked === undefined && Number(length ?? 0) === 0) return null;
  const maxBytes = isStream ? Number.POSITIVE_INFINITY : target.maxBodyBytes;
  if (Number(length ?? 0) > maxBytes) throw tooLarge(maxBytes, target.bodyTooLargeFix);
  return () => {
    // Sends "100 Continue" (RFC 9110 10.1.1) only when undici has a connection.
    if (expect !== undefined) response.writeContinue();
    return limitBytes(request, maxBytes, target.bodyTooLargeFix);
  };
}

async function* limitBytes(request: IncomingMessage, maxBytes: number, fix: string): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    // `destroyOnReturn: false` keeps the socket open for the response.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes, fix);
      yield chunk;
    }
  } finally {
    // Discards the remaining body, because some clients read the response only after sending the whole body.
    request.resume();
  }
}
