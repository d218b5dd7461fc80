import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";

const seen: string[] = [];
async function forms(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let size = 0;
  for await (const chunk of request) size += (chunk as Buffer).length;
  seen.push(`${request.method} ${request.url} ${size}`);
  response.end(request.url === "/assets/forms/x/page.js" ? Buffer.alloc(4 * 1024 * 1024) : "ok");
}

const sockets: Socket[] = [];
let gateway: TestGateway;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  seen.length = 0;
  await gateway.stop();
});
const start = async (settings: Record<string, string> = {}) => {
  // By default, no slow request times out during a test.
  const usual = { RATE_LIMIT_PUBLIC: "600", TRUSTED_PROXIES: "loopback", BODY_TIMEOUT_MS: "600000" };
  gateway = await testGateway({ ...usual, ...settings }, { visited: forms });
};

/** Opens a connection to the gateway and sends `bytes`. If `reads` is true, adds the received bytes to the client's `text`. */
async function open(bytes: string, reads = true) {
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  const client = { socket, text: "", isClosed: false };
  sockets.push(socket);
  socket
    .on("error", () => undefined)
    .on("close", () => {
      client.isClosed = true;
    });
  if (reads)
    socket.on("data", (chunk) => {
      client.text += chunk;
    });
  await once(socket, "connect");
  socket.write(bytes);
  return client;
}
const slowPost = (address: string, length = 1_000, sent = '{"id":') =>
  open(
    `POST /v1/collect/k/responses HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${address}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${sent}`,
  );
const get = async (path: string, address: string) => gateway.send({ method: "GET", path, headers: { "x-forwarded-for": address } });
const post = (address: string) =>
  gateway.send({ path: "/v1/collect/k/responses", headers: { "x-forwarded-for": address }, body: { a: 1 } });
const pages = ["/f/k", "/embed.js", "/s/abc", "/v1/collect/k"];

describe("140 slow requests from one address", () => {
  it("block no page, script, short link or response of others", async () => {
    await start();
    const slow = await Promise.all(Array.from({ length: 140 }, () => slowPost("203.0.113.1")));
    await vi.waitFor(() => expect(slow.filter(({ text }) => text.includes(" 429 "))).toHaveLength(108), polling);
    for (const address of ["203.0.113.1", "203.0.113.2"])
      expect(await Promise.all(pages.map(async (path) => (await get(path, address)).text))).toEqual(pages.map(() => "ok"));
    expect((await post("203.0.113.2")).text).toBe("ok");
    expect(summaryOf(await post("203.0.113.1"))).toBe("429 RATE_LIMITED");
    // Of the 140 slow requests, 32 are still open without a response.
    expect(slow.filter(({ text, isClosed }) => text === "" && !isClosed)).toHaveLength(32);
    expect(seen.filter((line) => line.startsWith("POST"))).toEqual(["POST /v1/collect/k/responses 7"]);
  });
  it("time out with an error code and release their budget", async () => {
    await start({ BODY_TIMEOUT_MS: "300" });
    const slow = await Promise.all(Array.from({ length: 32 }, () => slowPost("203.0.113.1")));
    await vi.waitFor(() => expect(slow.every(({ isClosed }) => isClosed)).toBe(true), polling);
    for (const { text } of slow) {
      expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n(.*\r\n)*Connection: close\r\n/);
      expect(text).toContain('"code":"REQUEST_TIMEOUT"');
    }
    // On a slow machine, this short request may time out, too.
    await vi.waitFor(async () => expect((await post("203.0.113.1")).text).toBe("ok"), polling);
  });
  it("release their budget when clients disconnect", async () => {
    await start({ MAX_BODIES_PER_ADDRESS: "2" });
    const slow = [await slowPost("203.0.113.1"), await slowPost("203.0.113.1")];
    await vi.waitFor(async () => expect(summaryOf(await post("203.0.113.1"))).toBe("429 RATE_LIMITED"), polling);
    for (const { socket } of slow) socket.destroy();
    await vi.waitFor(async () => expect((await post("203.0.113.1")).text).toBe("ok"), polling);
  });
});

describe("bodies of one address", () => {
  it("are limited by received, not announced, bytes", async () => {
    await start({ MAX_BODY_BYTES_PER_ADDRESS: "150000" });
    const first = await slowPost("203.0.113.1", 1_000_000, "x".repeat(100_000));
    const announced = await slowPost("203.0.113.1", 1_000_000);
    expect((await post("203.0.113.1")).text).toBe("ok");
    const second = await slowPost("203.0.113.1", 1_000_000, "x".repeat(100_000));
    await vi.waitFor(() => expect(second.text).toMatch(/ 429 .*"RATE_LIMITED"/s), polling);
    expect([first.text, announced.text]).toEqual(["", ""]);
    expect((await post("203.0.113.2")).text).toBe("ok");
  });
  it("are ignored for GET", async () => {
    await start();
    const slow = await open("GET /f/k HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nx");
    await vi.waitFor(() => expect(slow.text).toMatch(/^HTTP\/1\.1 200 OK/), polling);
    expect(seen).toEqual(["GET /f/k 0"]);
  });
});

describe("unread responses", () => {
  it("do not block others", async () => {
    await start();
    const request = "GET /assets/forms/x/page.js HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 203.0.113.1\r\n\r\n";
    await Promise.all(Array.from({ length: 140 }, () => open(request, false)));
    await vi.waitFor(() => expect(seen).toHaveLength(140), polling);
    for (const path of pages) expect((await get(path, "203.0.113.2")).text).toBe("ok");
    // The network has reached the limit on unread bytes, but small responses do not count.
    expect((await get("/s/abc", "203.0.113.1")).text).toBe("ok");
  });
});

describe("streamed responses", () => {
  const path = "/v1/job-results/discounts/token";
  const request = `GET ${path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 203.0.113.1\r\n\r\n`;
  const chunk = Buffer.alloc(1024 * 1024, "x");
  const chunks = 64;
  let sent = 0;
  const startStreams = async () => {
    sent = 0;
    const visited = (_request: IncomingMessage, response: ServerResponse) => {
      async function* file() {
        for (let index = 0; index < chunks; index += 1) {
          yield chunk;
          sent += 1;
        }
      }
      response.writeHead(200, { "content-disposition": 'attachment; filename="codes.csv"' });
      pipeline(Readable.from(file()), response).catch(() => undefined);
    };
    gateway = await testGateway({ TRUSTED_PROXIES: "loopback" }, { visited, owner: "discounts" });
  };

  it("can be larger than buffered responses, and keep their headers", async () => {
    await startStreams();
    const { status, text, headers } = await gateway.send({ method: "GET", path });
    expect([status, text.length, headers["content-disposition"]]).toEqual([200, chunks * chunk.length, 'attachment; filename="codes.csv"']);
  });
  it("wait for their readers, and are limited per address", async () => {
    await startStreams();
    const unread = await Promise.all(Array.from({ length: 8 }, () => open(request, false)));
    await vi.waitFor(async () => expect(summaryOf(await get(path, "203.0.113.1"))).toBe("429 RATE_LIMITED"), polling);
    expect(sent).toBeLessThan(8 * chunks);
    expect((await get(path, "203.0.113.2")).text).toHaveLength(chunks * chunk.length);
    for (const { socket } of unread) socket.destroy();
    await vi.waitFor(async () => expect((await get(path, "203.0.113.1")).status).toBe(200), polling);
  });
});

describe("static files", () => {
  it("are not counted for reads, but for other methods", async () => {
    await start({ RATE_LIMIT_PUBLIC: "1" });
    const send = (method: string) => gateway.send({ method, path: "/embed.js", headers: { "x-forwarded-for": "203.0.113.1" } });
    const statuses = [];
    for (const method of ["GET", "HEAD", "POST", "GET", "POST"]) statuses.push((await send(method)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });
});
