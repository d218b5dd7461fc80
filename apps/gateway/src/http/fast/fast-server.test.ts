import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { send } from "../send.js";
import type { BufferedRequest } from "./buffered-request.js";
import type { FastResponse } from "./fast-response.js";
import { createFastServer } from "./fast-server.js";

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

type Handle = (request: BufferedRequest, response: FastResponse) => void;

const echo: Handle = ({ url, headers, rawHeaders, body }, response) =>
  send(response, { status: 200, headers: {}, body: JSON.stringify({ by: "fast", url, headers, rawHeaders, body: body.toString() }) });

/** Starts a server. node:http responds with `{ by: "node" }` and the body. */
async function start(handle: Handle = echo) {
  const httpServer = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    response.end(JSON.stringify({ by: "node", url: request.url, body }));
  });
  const fast = createFastServer({ httpServer, handles: (url) => url.startsWith("/api"), handle });
  const accepted: Socket[] = [];
  const handedOver = vi.fn();
  fast.server.on("connection", (socket: Socket) => accepted.push(socket));
  httpServer.on("connection", handedOver);
  await once(fast.server.listen(0, "127.0.0.1"), "listening");
  const sockets: Socket[] = [];
  endings.push(() => {
    fast.stop();
    fast.destroyAll();
    for (const socket of sockets) socket.destroy();
    httpServer.close();
  });
  /** Opens a connection. `text()` returns all bytes that have arrived. */
  const open = () => {
    const socket = connect((fast.server.address() as AddressInfo).port, "127.0.0.1");
    sockets.push(socket);
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString();
    });
    socket.on("error", () => undefined);
    return { socket, text: () => received };
  };
  return { fast, open, accepted, handedOver };
}

const post = (body: string, head = "", target = "/api") =>
  `POST ${target} HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${head}\r\n${body}`;

/** Returns the JSON bodies of all complete responses in a text. */
const bodiesOf = (text: string) =>
  [...text.matchAll(/\r\n\r\n(?:[\da-f]+\r\n)?(\{.*?\})(?=HTTP\/1\.1|\r\n|$)/gs)].map((match) => JSON.parse(match[1] ?? ""));

async function answersTo(parts: readonly string[], count: number) {
  const { open } = await start();
  const { socket, text } = open();
  socket.setNoDelay();
  for (const part of parts) {
    await new Promise((resolve) => socket.write(part, resolve));
    await new Promise(setImmediate);
  }
  await vi.waitFor(() => expect(bodiesOf(text()).length).toBe(count), polling);
  return { bodies: bodiesOf(text()), text: text() };
}

describe("a request that arrives as a whole", () => {
  it("is read with its headers and body", async () => {
    const { bodies, text } = await answersTo([post('{"a":"ü"}', "X-Name:  a b \r\nAuthorization: Bearer k\r\n", "/api?x=1")], 1);
    expect(bodies[0]).toEqual({
      by: "fast",
      url: "/api?x=1",
      headers: { host: "a", "content-length": "10", "x-name": "a b", authorization: "Bearer k" },
      rawHeaders: ["Host", "a", "Content-Length", "10", "X-Name", "a b", "Authorization", "Bearer k"],
      body: '{"a":"ü"}',
    });
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toMatch(/\r\nDate: \w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n/);
  });

  it("gets its response before the next request of the connection is handled", async () => {
    const waiting: FastResponse[] = [];
    const { open } = await start((_request, response) => waiting.push(response));
    const { socket, text } = open();
    socket.write(post("first") + post("second"));
    await vi.waitFor(() => expect(waiting.length).toBe(1), polling);
    waiting[0]?.writeHead(200, { "Content-Length": 1 });
    waiting[0]?.end("1");
    await vi.waitFor(() => expect(waiting.length).toBe(2), polling);
    waiting[1]?.writeHead(200, { "Content-Length": 1 });
    waiting[1]?.end(Buffer.from("2"));
    await vi.waitFor(() => expect(text()).toMatch(/\r\n\r\n1HTTP\/1\.1 200 OK[\s\S]*\r\n\r\n2$/), polling);
  });

  it("notifies its handler if the client disconnects", async () => {
    const closed = vi.fn();
    const arrived = vi.fn((_request: BufferedRequest, response: FastResponse) => response.once("close", closed));
    const { open } = await start(arrived);
    const { socket } = open();
    socket.write(post("a"));
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled(), polling);
    expect(closed).not.toHaveBeenCalled();
    socket.destroy();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce(), polling);
  });

  it.each(["a\r\nX-More: b", "a\nb", "\u0000", "🎁"])("gets no response header with the value %j", async (value) => {
    const failed = vi.fn();
    const { open } = await start((_request, response) => {
      try {
        response.writeHead(200, { "X-Name": value });
      } catch (error) {
        failed(error);
      }
    });
    open().socket.write(post("a"));
    await vi.waitFor(() => expect(failed).toHaveBeenCalledWith(new Error("The response header X-Name has an invalid character")), polling);
  });

  it("gets long responses as a whole", async () => {
    const body = "🎁".repeat(100_000);
    for (const sent of [body, Buffer.from(body)]) {
      const { open } = await start((_request, response) => send(response, { status: 200, headers: {}, body: sent }));
      const { socket, text } = open();
      socket.setEncoding("utf8").write(post("a"));
      await vi.waitFor(() => expect(text().endsWith(body)).toBe(true), polling);
      expect(text()).toContain("\r\nContent-Length: 400000\r\n");
    }
  });
});

describe("a client that sends faster than it reads", () => {
  it("is read only up to a limit", async () => {
    const { open, accepted } = await start(() => undefined);
    const { socket } = open();
    socket.write(post("a").repeat(500_000));
    await vi.waitFor(() => expect(accepted[0]?.isPaused()).toBe(true), polling);
    expect(accepted[0]?.bytesRead).toBeLessThan(1_000_000);
  });

  it("gets all responses in order", async () => {
    const { open } = await start();
    const { socket, text } = open();
    const bodies = Array.from({ length: 5_000 }, (_, index) => `body ${index}`);
    socket.write(bodies.map((body) => post(body)).join(""));
    // `toContain` would format the whole text for its message after each poll.
    await vi.waitFor(() => expect(text().includes(`"${bodies.at(-1)}"`)).toBe(true), polling);
    expect([...text().matchAll(/"body":"(body \d+)"/g)].map((match) => match[1])).toEqual(bodies);
  });
});

describe("any other request", () => {
  it("is handed over once, even if it arrives in parts during a response", async () => {
    const waiting: FastResponse[] = [];
    const { open, accepted, handedOver } = await start((_request, response) => waiting.push(response));
    const { socket, text } = open();
    const other = post("second", "", "/other");
    socket.write(post("first") + other.slice(0, 30));
    await vi.waitFor(() => expect(waiting.length).toBe(1), polling);
    waiting[0]?.writeHead(200, { "Content-Length": 2 });
    waiting[0]?.end("{}");
    // Sends the second part before the connection parses the first part.
    accepted[0]?.emit("data", Buffer.from(other.slice(30)));
    await vi.waitFor(() => expect(text()).toContain('"second"'), polling);
    expect(handedOver).toHaveBeenCalledOnce();
    expect(text().match(/HTTP\/1\.1 200/g)?.length).toBe(2);
  });

  it("whose body never arrives gets an error when the client stops sending", async () => {
    const { open } = await start();
    const { socket, text } = open();
    socket.end(post("body").slice(0, -1));
    await once(socket, "close");
    expect(text()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*"message":"The request is incomplete\."/);
  });

  it("whose body arrives later is still read", async () => {
    const whole = post("body");
    expect((await answersTo([whole.slice(0, -2), whole.slice(-2)], 1)).bodies).toMatchObject([{ body: "body" }]);
  });

  it.each([
    ["with a head in several parts", ["POST /api HTT", "P/1.1\r\nHost: a\r\nContent-Le", "ngth: 4\r\n\r\nbody"]],
    ["to another path", [post("body", "", "/other")]],
    ["with another method", ["PUT /api HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody"]],
    ["with a chunked body", ["POST /api HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"]],
    ["with a repeated header", [post("body", "X-A: 1\r\nX-A: 2\r\n")]],
    ["that closes the connection", [post("body", "Connection: close\r\n")]],
    ["of HTTP/1.0", ["POST /api HTTP/1.0\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody"]],
    ["that is long", [post("body".padEnd(200_000, " "))]],
  ])("%s is read by node:http", async (_title, parts) => {
    const { bodies } = await answersTo(parts, 1);
    expect([bodies[0].by, bodies[0].body.trim()]).toEqual(["node", "body"]);
  });

  it.each([
    ["without Host", "POST /api HTTP/1.1\r\nContent-Length: 1\r\n\r\na"],
    ["with two lengths", post("a", "Content-Length: 1\r\n")],
    ["with a length and chunks", post("a", "Transfer-Encoding: chunked\r\n")],
    ["with a negative length", "POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\na"],
    ["with a folded header", post("a", "X-A: 1\r\n 2\r\n")],
    ["with a space before a colon", post("a", "X-A : 1\r\n")],
    ["with a line feed in a header", post("a", "X-A: 1\n2\r\n")],
    ["with a null character in a header", post("a", "X-A: \u0000\r\n")],
    ["with a line feed before a value", post("a", "X-A: \nTransfer-Encoding: chunked\r\n")],
    ["with a line feed before its length", "POST /api HTTP/1.1\r\nHost: a\r\nContent-Length:\n 1\r\n\r\na"],
    ["with a carriage return after a value", post("a", "X-A: b\r\r\n")],
  ])("%s is never handled here", async (_title, bytes) => {
    const handle = vi.fn(echo);
    const { open } = await start(handle);
    const { socket, text } = open();
    socket.write(bytes);
    await vi.waitFor(() => expect(text()).toMatch(/^HTTP\/1\.1 \d{3} /), polling);
    expect(handle).not.toHaveBeenCalled();
  });

  it("and all later requests of the connection are read by node:http", async () => {
    const { open } = await start();
    const { socket, text } = open();
    socket.write(post("first"));
    await vi.waitFor(() => expect(bodiesOf(text()).length).toBe(1), polling);
    socket.write(post("second", "", "/other") + post("third"));
    await vi.waitFor(() => expect(text()).toContain('"third"'), polling);
    expect([...text().matchAll(/"by":"(\w+)"/g)].map((match) => match[1])).toEqual(["fast", "node", "node"]);
  });
});

describe("stop", () => {
  it("sends the rest of a response", async () => {
    const body = "x".repeat(20_000_000);
    const { fast, open } = await start((_request, response) => send(response, { status: 200, headers: {}, body }));
    const { socket, text } = open();
    socket.pause();
    socket.write(post("a"));
    await once(socket, "readable");
    fast.stop();
    socket.resume();
    await once(socket, "close");
    expect(text().length).toBeGreaterThan(body.length);
  });

  it("closes idle connections at once, and others after their response", async () => {
    const waiting: FastResponse[] = [];
    const { fast, open } = await start((_request, response) => waiting.push(response));
    const [idle, busy] = [open(), open()];
    busy.socket.write(post("a"));
    await vi.waitFor(() => expect(waiting.length).toBe(1), polling);
    const closings = [once(idle.socket, "close"), once(busy.socket, "close"), once(fast.server, "close")];
    fast.stop();
    await closings[0];
    waiting[0]?.writeHead(200, { "Content-Length": 4 });
    waiting[0]?.end("done");
    await Promise.all(closings);
    expect(busy.text()).toMatch(/\r\nConnection: close\r\n\r\ndone$/);
  });
});
