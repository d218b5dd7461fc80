import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { FrameReader, FrameWriter, frameKinds, linkProtocol } from "@offergraph/shared/link/frames";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Disconnection } from "../execute/disconnection.js";
import { defaultLimits } from "../limits.js";
import { createSubgraphClients, type SubgraphClient, type SubgraphRequest } from "../subgraph-client.js";
import { Link } from "./link.js";
import { openSocket } from "./open-socket.js";

interface Incoming {
  id: number;
  head: string;
  body: string;
  socket: Socket;
  reply(body: string | Buffer, status?: number, errors?: number): void;
}

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const isWorking = "a request over HTTP";
const probe = "a request that tests for a link";
const answerProbe = ({ reply }: Incoming) => reply("a request over a link");

/** Starts a subgraph. `onRequest` gets the requests that arrive over links. Requests over HTTP get the response `isWorking`. */
async function subgraphWith(onRequest: (incoming: Incoming) => void, limits: Partial<typeof defaultLimits> = {}) {
  const links: { socket: Socket; writer: FrameWriter }[] = [];
  const server: Server = createServer((_request, response) => response.end(isWorking));
  server.on("upgrade", (request, socket: Socket) => {
    expect(request.headers.upgrade).toBe(linkProtocol);
    const writer = new FrameWriter(socket);
    const reader = new FrameReader(1_000_000, ({ id, number, payload }) => {
      const receive = payload.toString("utf8", number) === probe ? answerProbe : onRequest;
      receive({
        id,
        head: payload.toString("latin1", 0, number),
        body: payload.toString("utf8", number),
        socket,
        reply: (body, status = 200, errors = 0) => writer.add({ kind: frameKinds.reply, id, number: errors, status, head: "", body }),
      });
    });
    socket.on("data", (chunk: Buffer) => reader.read(chunk)).on("error", () => socket.destroy());
    socket.on("end", () => socket.destroy());
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\r\n");
    links.push({ socket, writer });
  });
  const client = await clientOf(server, limits);
  /** Sends requests until the client uses a link. */
  const open = () =>
    vi.waitFor(async () => expect((await client.send(request({ body: probe }))).body.toString()).toBe("a request over a link"), polling);
  return { client, links, open, url: urlOf(server) };
}

const urlOf = (server: Server) => new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`);

async function clientOf(server: Server, limits: Partial<typeof defaultLimits>) {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = createSubgraphClients([{ name: "forms", url: urlOf(server).href }], { ...defaultLimits, ...limits }).get(
    "forms",
  ) as SubgraphClient;
  endings.push(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, "close");
  });
  endings.push(() => client.close());
  return client;
}

const request = (given: Partial<SubgraphRequest> = {}): SubgraphRequest => ({
  body: "{}",
  headers: [],
  isRepeatable: false,
  disconnection: undefined,
  ...given,
});

describe("a link", () => {
  it("carries concurrent requests, and their replies in any order", async () => {
    const waiting: Incoming[] = [];
    const { client, links, open } = await subgraphWith((incoming) => {
      waiting.push(incoming);
      if (waiting.length < 20) return;
      for (const { head, body, reply } of waiting.splice(0).reverse()) reply(JSON.stringify([head, body]), 202, 3);
    });
    await open();
    const bodies = Array.from({ length: 20 }, (_, index) => `{"ü":"🎁${index}"}`);
    const replies = await Promise.all(bodies.map((body) => client.send(request({ body, headers: ["x-a", "é"] }))));
    expect(replies.map(({ status, errorCount, body }) => [status, errorCount, ...JSON.parse(body.toString())])).toEqual(
      bodies.map((body) => [202, "3", "x-a: é\n", body]),
    );
    expect(links.length).toBe(1);
  });

  it("is not used for other paths and for requests without a body", async () => {
    const onRequest = vi.fn();
    const { client, open } = await subgraphWith(onRequest);
    await open();
    expect((await client.send(request({ path: "manifest", body: null }))).body.toString()).toBe(isWorking);
    expect(onRequest).not.toHaveBeenCalled();
  });

  it("takes a limited number of requests, and HTTP connections take the others", async () => {
    const waiting: Incoming[] = [];
    const { client, open } = await subgraphWith((incoming) => waiting.push(incoming));
    await open();
    const replies = Array.from({ length: 300 }, () => client.send(request()));
    const overHttp = await Promise.all(replies.slice(256));
    expect(overHttp.every(({ body }) => body.toString() === isWorking)).toBe(true);
    await vi.waitFor(() => expect(waiting.length).toBe(256), polling);
    for (const { reply } of waiting) reply("late");
    await Promise.all(replies);
  });

  it("sends no header that would end its line", async () => {
    const onRequest = vi.fn();
    const { client, open } = await subgraphWith(onRequest);
    await open();
    await expect(client.send(request({ headers: ["x-a", "b\nx-c: d"] }))).rejects.toThrow("The header x-a has an invalid character");
    expect(onRequest).not.toHaveBeenCalled();
  });

  it("rejects a reply that is too large, and answers the next request", async () => {
    const { client, open } = await subgraphWith(({ body, reply }) => reply(body === "long" ? "x".repeat(2_000_000) : body), {
      subgraphBodyBytes: 1_000,
    });
    await open();
    const sent = [client.send(request({ body: "long" })), client.send(request({ body: "short" }))];
    expect(await Promise.allSettled(sent)).toMatchObject([
      { reason: { message: "The response is larger than 1000 bytes" } },
      { value: { status: 200, body: Buffer.from("short") } },
    ]);
  });

  it("rejects a request without a reply in time, ignores its late reply, and lets another link replace the silent one", async () => {
    // A pause of the machine would end other requests and the handshake of a link, too.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const late: Incoming[] = [];
    const { client, links, open } = await subgraphWith((incoming) => {
      if (incoming.body === "slow") late.push(incoming);
      else incoming.reply("ok");
    });
    await open();
    const { subgraphTimeoutMs } = defaultLimits;
    // Separates the last reply from the request, because the silence of a link begins with a request.
    vi.advanceTimersByTime(1);
    const slow = expect(client.send(request({ body: "slow" }))).rejects.toThrow(`No complete response within ${subgraphTimeoutMs} ms`);
    await vi.waitFor(() => expect(late).toHaveLength(1), polling);
    vi.advanceTimersByTime(subgraphTimeoutMs);
    await slow;
    await vi.waitFor(async () => {
      await client.send(request());
      expect(links.length).toBe(2);
    }, polling);
    late[0]?.reply("too late");
    expect((await client.send(request())).body.toString()).toBe("ok");
  });

  it("ends a request if its client disconnects", async () => {
    const arrived: Incoming[] = [];
    const { client, open } = await subgraphWith((incoming) => arrived.push(incoming));
    await open();
    const disconnection = new Disconnection();
    const sent = Promise.allSettled([client.send(request({ disconnection }))]);
    await vi.waitFor(() => expect(arrived.length).toBe(1), polling);
    disconnection.disconnect();
    expect(await sent).toMatchObject([{ reason: { message: "Client disconnected" } }]);
    await expect(client.send(request({ disconnection }))).rejects.toThrow("Client disconnected");
    arrived[0]?.reply("ignored");
  });

  it("counts requests of disconnected clients until the subgraph replies", async () => {
    const arrived: Incoming[] = [];
    const { client, open } = await subgraphWith((incoming) => arrived.push(incoming));
    await open();
    const disconnection = new Disconnection();
    const sent = Promise.allSettled(Array.from({ length: 256 }, () => client.send(request({ disconnection }))));
    await vi.waitFor(() => expect(arrived.length).toBe(256), polling);
    disconnection.disconnect();
    await sent;
    expect((await client.send(request())).body.toString()).toBe(isWorking);
    for (const { reply } of arrived) reply("ignored");
    await open();
  });
});

describe("the end of a link", () => {
  it("repeats repeatable requests over HTTP, and rejects others", async () => {
    const { client, open } = await subgraphWith(({ socket }) => void socket.destroy());
    await open();
    const sent = [client.send(request({ isRepeatable: true })), client.send(request())];
    expect(await Promise.allSettled(sent)).toMatchObject([
      { value: { body: Buffer.from(isWorking) } },
      { reason: { code: "ECONNRESET", message: "The subgraph closed the connection" } },
    ]);
  });

  it("reports whether a request was sent", async () => {
    const { url } = await subgraphWith(() => undefined);
    const socket = openSocket(url);
    const errors: unknown[] = [];
    const send = () => link.send({ headers: [], body: "{}", onReply: () => undefined, onError: (error) => errors.push(error) });
    const opened = vi.fn();
    const link = new Link({ socket, url, timeoutMs: 15_000, maxBytes: 1_000, onOpen: opened, onEnd: vi.fn(), onClose: vi.fn() });
    await vi.waitFor(() => expect(opened).toHaveBeenCalled(), polling);
    send();
    await new Promise(setImmediate);
    send();
    socket.destroy();
    await once(socket, "close");
    expect(errors).toMatchObject([{ code: "ECONNRESET" }, { message: "The subgraph closed the connection before the request was sent" }]);
  });

  it("after a go-away frame waits for all replies and loses no request", async () => {
    const waiting: Incoming[] = [];
    const { client, links, open } = await subgraphWith((incoming) => {
      if (incoming.body === "after") incoming.reply("over another connection");
      else waiting.push(incoming);
    });
    await open();
    const before = client.send(request({ body: "before" }));
    await vi.waitFor(() => expect(waiting.length).toBe(1), polling);
    const [first] = links;
    first?.writer.add({ kind: frameKinds.goAway, id: 0, number: 0, status: 0, head: "", body: "" });
    await vi.waitFor(async () => {
      await client.send(request({ body: "after" }));
      expect(links.length).toBe(2);
    }, polling);
    const closed = once(first?.socket as Socket, "close");
    waiting[0]?.reply("late");
    expect((await before).body.toString()).toBe("late");
    await closed;
  });

  it("on close of the client comes after the replies to all requests", async () => {
    const waiting: Incoming[] = [];
    const { client, open } = await subgraphWith((incoming) => waiting.push(incoming));
    await open();
    const reply = client.send(request());
    await vi.waitFor(() => expect(waiting.length).toBe(1), polling);
    const order: string[] = [];
    const closing = client.close().then(() => order.push("closed"));
    waiting[0]?.reply("late");
    order.push((await reply).body.toString());
    await closing;
    expect(order).toEqual(["late", "closed"]);
  });
});

describe("a subgraph without links", () => {
  it("that never answers the upgrade does not delay the end of the client", async () => {
    const opened = vi.fn();
    const server = createServer((_request, response) => response.end(isWorking)).on("upgrade", opened);
    const client = await clientOf(server, {});
    await client.send(request());
    await vi.waitFor(() => expect(opened).toHaveBeenCalled(), polling);
    await client.close();
  });

  it.each([
    ["that treats the upgrade as an ordinary request", (server: Server) => server],
    ["that closes the connection", (server: Server) => server.on("upgrade", (_request, socket: Socket) => void socket.destroy())],
    [
      "that sends a response without an end",
      (server: Server) => server.on("upgrade", (_request, socket: Socket) => void socket.on("error", vi.fn()).write("x".repeat(100_000))),
    ],
  ])("%s gets all requests over HTTP", async (_title, prepare) => {
    const upgrades = vi.fn();
    const server = prepare(createServer((incoming, response) => response.writeHead(incoming.method === "POST" ? 200 : 404).end(isWorking)));
    server.on("connection", (socket: Socket) => socket.once("data", (chunk: Buffer) => /^GET/.test(String(chunk)) && upgrades()));
    const client = await clientOf(server, {});
    for (let index = 0; index < 20; index += 1) expect((await client.send(request())).status).toBe(200);
    await vi.waitFor(() => expect(upgrades).toHaveBeenCalledOnce(), polling);
  });
});
