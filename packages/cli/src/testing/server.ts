import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Received {
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

type TestAnswer = { status?: number; headers?: Record<string, string>; body?: unknown } | "reset";

/** Starts an HTTP server that records requests. `answer` returns the response to a request. */
export async function testServer(answer: (received: Received, number: number) => TestAnswer | Promise<TestAnswer>) {
  const requests: Received[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const received = { path: request.url ?? "", headers: request.headers, body: await text(request) };
    requests.push(received);
    const given = await answer(received, requests.length);
    if (given === "reset") return request.socket.destroy();
    response.writeHead(given.status ?? 200, { "content-type": "application/json", ...given.headers });
    return response.end(JSON.stringify(given.body ?? {}));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
