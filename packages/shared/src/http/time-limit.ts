import type { IncomingMessage, ServerResponse } from "node:http";

export const wholeRequestMs = 30_000;

const timedOut = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/** Closes the connection if the request is not complete within `ms`. Returns a function that removes the limit. */
export function limitTime(request: IncomingMessage, response: ServerResponse, ms: number): () => void {
  const { "content-length": length = "0", "transfer-encoding": chunked } = request.headers;
  if (chunked === undefined && length === "0") return () => undefined;
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (!response.headersSent) request.socket.write(timedOut);
    request.socket.destroySoon();
  }, ms);
  const lift = () => clearTimeout(timer);
  request.once("end", lift).once("close", lift);
  return lift;
}
