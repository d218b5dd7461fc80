import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limitTime } from "./time-limit.js";

let answerTo: (request: IncomingMessage, response: ServerResponse, lift: () => void) => void;
const server = createServer({ requestTimeout: 0 }, (request, response) => answerTo(request, response, limitTime(request, response, 30)));
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
});

const echo = (request: IncomingMessage, response: ServerResponse) => {
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
  });
  request.on("end", () => response.end(`took ${size}`)).on("error", () => undefined);
};

/** Sends `head`, and later the text to which `then` resolves. Returns the response. */
async function sent(head: string, then?: Promise<string>): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(head);
  void then?.then((text) => socket.write(text));
  let text = "";
  for await (const chunk of socket) text += chunk;
  return text;
}
const head = (length: number) => `POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`;

describe("the time limit of a request", () => {
  it("closes an incomplete request with 408", async () => {
    answerTo = echo;
    expect(await sent(`${head(4)}ab`)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n\r\n$/);
  });
  it("does not affect a complete request with a slow response, or one without a body", async () => {
    for (const bytes of [`${head(2)}ab`, "GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"]) {
      answerTo = (request, response) => {
        request.resume();
        setTimeout(() => response.end("late"), 60);
      };
      expect(await sent(bytes)).toMatch(/^HTTP\/1\.1 200 OK.*late/s);
    }
  });
  it("can be removed", async () => {
    let over: (text: string) => void = () => undefined;
    const rest = new Promise<string>((resolve) => {
      over = resolve;
    });
    answerTo = (request, response, lift) => {
      lift();
      echo(request, response);
      setTimeout(() => over("cd"), 60);
    };
    expect(await sent(`${head(4)}ab`, rest)).toMatch(/took 4/);
  });
  it("closes the connection without 408 if the response has started", async () => {
    answerTo = (request, response) => {
      request.resume().on("error", () => undefined);
      response.writeHead(200, { "content-length": "9" }).write("half");
    };
    expect(await sent(`${head(4)}ab`)).toMatch(/^HTTP\/1\.1 200 OK.*half$/s);
  });
});
