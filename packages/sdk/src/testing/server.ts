import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

type Answer = (response: ServerResponse, received: Received) => void;

/**
 * Starts an HTTP server that responds to each request with the next item of `answers`. After the last item, each further request gets the
 * last item.
 */
export async function startServer(...answers: Answer[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    const one = { method, path, headers, body: await text(request).catch(() => ""), at: performance.now() };
    received.push(one);
    answers[Math.min(received.length, answers.length) - 1]?.(response, one);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** The JSON bodies of all requests. */
    bodies: () => received.map(({ body }) => JSON.parse(body)),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

export const data = (value: unknown, extensions?: unknown): Answer =>
  json({ data: value, ...(extensions !== undefined && { extensions }) });

/** Responds with an error in the format of the API. */
export const failure = (code: string, status: number, headers: Record<string, string> = {}): Answer =>
  json({ errors: [{ message: "It failed.", extensions: { code, requestId: "r-1", fix: "Repair it." } }] }, status, headers);

/** Closes the connection without a response. */
export const reset: Answer = (response) => {
  response.socket?.destroy();
};

/** Does not respond. */
export const silence: Answer = () => {};
