import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from "node:net";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Disconnection } from "./execute/disconnection.js";
import { defaultLimits } from "./limits.js";
import { createSubgraphClients, type SubgraphClient, type SubgraphRequest } from "./subgraph-client.js";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function clientOf(server: Server, limits: Partial<typeof defaultLimits> = {}, origin = "http://127.0.0.1"): Promise<SubgraphClient> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `${origin}:${(server.address() as AddressInfo).port}/graphql?a=b`;
  const given = { ...defaultLimits, subgraphLinks: 0, ...limits };
  const client = createSubgraphClients([{ name: "forms", url }], given).get("forms") as SubgraphClient;
  endings.push(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, "close");
  });
  endings.push(() => client.close());
  return client;
}

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const serve = (handler: Handler) =>
  createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    handler(request, response, body);
  });

const request = (given: Partial<SubgraphRequest> = {}): SubgraphRequest => ({
  body: "{}",
  headers: [],
  isRepeatable: false,
  disconnection: undefined,
  ...given,
});

describe("subgraph client over HTTP", () => {
  it("sends the path, headers and body, and returns the status, error count and body", async () => {
    const client = await clientOf(
      serve(({ method, url, headers }, response, body) => {
        response.writeHead(202, { "x-offergraph-errors": "3" }).end(JSON.stringify([method, url, headers["x-a"], headers.host, body]));
      }),
    );
    const sent = await client.send(request({ body: '{"ü":"🎁"}', headers: ["x-a", "é"] }));
    const [method, url, header, host, body] = JSON.parse(sent.body.toString());
    expect([sent.status, sent.errorCount, method, url, header, body]).toEqual([202, "3", "POST", "/graphql?a=b", "é", '{"ü":"🎁"}']);
    expect(host).toMatch(/^127\.0\.0\.1:\d+$/);
    const other = await client.send(request({ body: null, path: "/manifest" }));
    expect(JSON.parse(other.body.toString()).slice(0, 2)).toEqual(["GET", "/manifest"]);
  });

  it.each(["a\r\nx-b: c", "a\n", "a\u0000", "a\u2028", "🎁"])("sends no header with the value %j", async (value) => {
    const handler = vi.fn<Handler>((_request, response) => response.end());
    const client = await clientOf(serve(handler));
    await expect(client.send(request({ headers: ["x-a", value] }))).rejects.toThrow("The header x-a has an invalid character");
    expect(handler).not.toHaveBeenCalled();
  });

  it("uses few connections, and sends each waiting request in turn", async () => {
    // The server responds when two requests have arrived.
    const arrived: (() => void)[] = [];
    let most = 0;
    const server = serve((_request, response, body) => {
      most = Math.max(
        most,
        arrived.push(() => response.end(body)),
      );
      if (arrived.length === 2) for (const respond of arrived.splice(0)) respond();
    });
    const connections = vi.fn();
    server.on("connection", connections);
    const client = await clientOf(server, { subgraphConnections: 2 });
    const bodies = Array.from({ length: 40 }, (_, index) => String(index));
    const replies = await Promise.all(bodies.map((body) => client.send(request({ body }))));
    expect(replies.map(({ body }) => body.toString())).toEqual(bodies);
    expect([most, connections.mock.calls.length]).toEqual([2, 2]);
  });

  it("repeats a repeatable request on a new connection if the server has closed the connection", async () => {
    const handler = vi.fn<Handler>((incoming, response, body) => {
      if (body === "close" && handler.mock.calls.length === 1) incoming.socket.destroy();
      else response.end(body);
    });
    const client = await clientOf(serve(handler));
    expect((await client.send(request({ body: "close", isRepeatable: true }))).body.toString()).toBe("close");
    handler.mockClear();
    await expect(client.send(request({ body: "close" }))).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(handler).toHaveBeenCalledOnce();
  });

  it("does not reuse a connection that sent more bytes than its response", async () => {
    const extra = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nother";
    let connections = 0;
    const server = createPlainServer((socket) => {
      const own = String(++connections);
      socket.on("data", () => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n${own}${extra}`));
    });
    const client = await clientOf(server);
    const replies = [await client.send(request()), await client.send(request()), await client.send(request())];
    expect(replies.map(({ body }) => body.toString())).toEqual(["1", "2", "3"]);
  });

  it("does not reuse a connection that the server is about to close", async () => {
    const server = serve((_request, response, body) => response.end(body));
    const connections = vi.fn();
    server.on("connection", connections).keepAliveTimeout = 1_000;
    const client = await clientOf(server);
    await client.send(request());
    await client.send(request());
    expect(connections).toHaveBeenCalledTimes(2);
  });

  it("closes an idle connection that sends a response without a request", async () => {
    const sockets: Socket[] = [];
    const server = createPlainServer((socket) => {
      sockets.push(socket);
      socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"));
    });
    const client = await clientOf(server);
    await client.send(request());
    const [first] = sockets as [Socket];
    first.write("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nbad");
    await once(first, "close");
    expect((await client.send(request())).body.toString()).toBe("ok");
    expect(sockets.length).toBe(2);
  });

  it("rejects a request if no complete response arrives in time, also a request that waits for a connection", async () => {
    let isAnswering = true;
    const server = serve((_request, response, body) => isAnswering && response.end(body));
    const client = await clientOf(server, { subgraphConnections: 1, subgraphTimeoutMs: 50 });
    // On a busy machine, opening the connection can take longer than the timeout.
    await vi.waitFor(() => client.send(request()), polling);
    isAnswering = false;
    const [sent, waiting] = await Promise.allSettled([client.send(request()), client.send(request({ isRepeatable: true }))]);
    expect(sent).toMatchObject({ reason: { message: "No complete response within 50 ms" } });
    // The timeout of the first request closes the connection, so that a new connection may be opening at the timeout of the second request.
    const message = expect.stringMatching(/^No (complete response|connection) within 50 ms$/);
    expect(waiting).toMatchObject({ reason: { message } });
  });

  it("ends a request if its client disconnects, and frees the connection for the next request", async () => {
    const arrived = vi.fn();
    const client = await clientOf(
      serve((_request, response, body) => {
        arrived(body);
        if (body !== "first") response.end(body);
      }),
      { subgraphConnections: 1 },
    );
    const [first, second] = [new Disconnection(), new Disconnection()];
    const sent = [
      client.send(request({ body: "first", disconnection: first })),
      client.send(request({ body: "second", disconnection: second })),
    ];
    const results = Promise.allSettled([...sent, client.send(request({ body: "third" }))]);
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledWith("first"), polling);
    second.disconnect();
    first.disconnect();
    expect(await results).toMatchObject([
      { reason: { message: "Client disconnected" } },
      { reason: { message: "Client disconnected" } },
      { value: { status: 200 } },
    ]);
    expect(arrived.mock.calls.flat()).toEqual(["first", "third"]);
    await expect(client.send(request({ disconnection: first }))).rejects.toThrow("Client disconnected");
  });

  it("names the host when it opens a TLS connection, and sends nothing without a valid certificate", async () => {
    const names: string[] = [];
    const handler = vi.fn();
    const server = createTlsServer(
      {
        SNICallback(name, done) {
          names.push(name);
          done(null);
        },
      },
      handler,
    );
    const client = await clientOf(server, {}, "https://localhost");
    await expect(client.send(request())).rejects.toThrow();
    expect(names).toEqual(["localhost"]);
    expect(handler).not.toHaveBeenCalled();
  });

  it("closes after the responses to all requests", async () => {
    const responses: ServerResponse[] = [];
    const client = await clientOf(serve((_request, response) => responses.push(response)));
    const reply = client.send(request());
    await vi.waitFor(() => expect(responses.length).toBe(1), polling);
    const order: string[] = [];
    const closing = client.close().then(() => order.push("closed"));
    responses[0]?.end("late");
    order.push((await reply).body.toString());
    await closing;
    expect(order).toEqual(["late", "closed"]);
  });
});
