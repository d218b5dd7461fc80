import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerBrokenRequests } from "./broken-requests.js";

let answerTo: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => answerTo(request, response));
answerBrokenRequests(server);
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
});

/** Sends `bytes` over a new connection, and returns the response. */
async function sent(bytes: string): Promise<string> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true });
  socket.end(bytes);
  let text = "";
  for await (const chunk of socket) text += chunk;
  return text;
}
const errorOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))).errors[0];
const untilTheEnd = (request: IncomingMessage, response: ServerResponse) =>
  void request
    .on("end", () => response.end("whole"))
    .on("error", () => undefined)
    .resume();

describe("a request", () => {
  it.each([
    ["without its last chunk", "transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n"],
    ["shorter than it says", "content-length: 9\r\n\r\n{}"],
    ["whose chunks are none", "transfer-encoding: chunked\r\n\r\nzz\r\n"],
  ])("%s is refused as all others are, with its id", async (_what, rest) => {
    answerTo = untilTheEnd;
    const answer = await sent(`POST / HTTP/1.1\r\nhost: a\r\nx-request-id: delivery-1\r\n${rest}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n(.*\r\n)*X-Request-Id: delivery-1\r\n/);
    expect(errorOf(answer)).toEqual({ message: expect.any(String), extensions: { code: "BAD_REQUEST", requestId: "delivery-1" } });
  });
  it("that is not HTTP, or has too long headers, is rejected with a generated id", async () => {
    for (const [bytes, status] of [
      ["HELLO\r\n\r\n", 400],
      [`GET / HTTP/1.1\r\nhost: a\r\nx-long: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const answer = await sent(bytes);
      expect(answer).toContain(`HTTP/1.1 ${status} `);
      const { requestId } = errorOf(answer).extensions;
      expect([requestId.length, answer]).toEqual([36, expect.stringContaining(`X-Request-Id: ${requestId}`)]);
    }
  });
  it("that breaks after its response has started does not add to the response", async () => {
    answerTo = (request, response) => {
      response.writeHead(200, { "content-length": 10 }).flushHeaders();
      untilTheEnd(request, response);
    };
    const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true });
    socket.write("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{}");
    let text = String((await once(socket, "data"))[0]);
    socket.end();
    await once(
      socket.on("data", (chunk) => (text += chunk)).on("error", () => undefined),
      "close",
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^{]*\r\n\r\n$/);
  });
  it("that is malformed is not answered in place of an earlier one", async () => {
    answerTo = () => undefined;
    expect(await sent("GET / HTTP/1.1\r\nhost: a\r\n\r\nHELLO\r\n\r\n").catch(() => "")).toBe("");
  });
});
