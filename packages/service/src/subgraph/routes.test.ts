import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { visitorHeader, visitorSigner } from "@offergraph/shared/access/visitor";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { createMetrics } from "@offergraph/shared/telemetry/metrics";
import { systemClock } from "@offergraph/shared/time/clock";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { visitorOf } from "@offergraph/testkit/visitor";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createRoutes, type Route } from "./routes.js";

const logged: Record<string, unknown>[] = [];
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
const metrics = createMetrics("trial");
let reached = () => {};
let held = Promise.resolve();

const routes: Route[] = [
  {
    name: "tell",
    method: "GET",
    path: "/tell/:name",
    answer: ({ params, url, address, requestId, response }) => {
      response.setHeader("x-early", "yes");
      if (params.name === "teapot") throw new HttpError(418, "TEAPOT", "It pours tea only.", { "x-late": "yes" });
      if (params.name === "secret") throw new Error("SELECT secret FROM host");
      return { status: 200, body: JSON.stringify({ ...params, query: url.search, address, requestId }) };
    },
  },
  { name: "take", method: "POST", path: "/tell/:name", answer: async ({ body }) => ({ status: 201, body: await body() }) },
  { name: "files", method: "GET", path: "/files/*", answer: ({ params }) => ({ status: 200, body: params["*"] ?? "" }) },
  {
    name: "slow",
    method: "GET",
    path: "/slow",
    answer: async () => {
      reached();
      await held;
      return { status: 204 };
    },
  },
  {
    name: "late",
    method: "POST",
    path: "/late",
    answer: async ({ body, request }) => {
      request.on("close", () => reached());
      await held;
      return { status: 200, body: await body() };
    },
  },
  {
    name: "long",
    method: "GET",
    path: "/long",
    answer: () => ({ status: 200, body: endless() }),
  },
];
async function* endless() {
  try {
    for (;;) yield "x".repeat(65_536);
  } catch (error) {
    log.error({ err: error }, "the parts failed");
  } finally {
    reached();
  }
}
const served = createRoutes({ service: "trial", routes, signingKey: testSigningKey, log, clock: systemClock, metrics });
const server = createServer((request, response) => {
  if (!served.answer(request, response)) response.writeHead(404).end("nothing");
});
let url = "";
let visit: ReturnType<typeof visitorOf>;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  visit = visitorOf(url);
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
});
beforeEach(() => {
  logged.length = 0;
});

type Refused = { errors: [{ extensions: Record<string, unknown> }] };
const errorsOf = async (response: Response) => ((await response.json()) as Refused).errors;
const codeOf = async (response: Response) => [response.status, (await errorsOf(response))[0].extensions.code];

describe("a service's own routes", () => {
  it("take the named parts of their path decoded, what follows it, and who asks", async () => {
    const answer = await visit("/tell/a%20b?c=d", { address: "203.0.113.9" });
    expect(await answer.json()).toEqual({ name: "a b", query: "?c=d", address: "203.0.113.9", requestId: expect.any(String) });
    expect(await (await visit("/files/a/b%2Ec.js")).text()).toBe("a/b.c.js");
  });
  it("ignore every other path, also invalid and undecodable ones", async () => {
    for (const path of ["/", "/tell", "/tell/", "/tell/a/b", "/Tell/a", "/tell/%zz", "/slow/"])
      expect((await visit(path)).status).toBe(404);
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () =>
      socket.write("OPTIONS * HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"),
    );
    let text = "";
    for await (const chunk of socket) text += chunk;
    expect(text).toContain("404");
  });
  it("are not reached by a detour: the path is matched as it was sent", async () => {
    const identity = visitorSigner(testSigningKey).sign({ address: "a", requestId: "r" }, Date.now());
    const targets = [
      "/files/../tell/a",
      "/files/%2e%2e/tell/a",
      "/files/..%2ftell/a",
      "/files/\\..\\tell/a",
      "/files/%5c..",
      "/files/a%00",
    ];
    for (const target of [...targets, "/files/%252e%252e/tell/a", `http://a/tell/a`]) {
      const socket = connect(Number(new URL(url).port), "127.0.0.1", () =>
        socket.write(`GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${visitorHeader}: ${identity}\r\n\r\n`),
      );
      let text = "";
      for await (const chunk of socket) text += chunk;
      expect([target, text.split(" ")[1]]).toEqual([target, "404"]);
    }
  });
  it("respond only to requests with a valid, unexpired identity", async () => {
    const stale = visitorSigner(testSigningKey).sign({ address: "a", requestId: "r" }, Date.now() - 31_000);
    const foreign = visitorSigner("another signing key, as long as it gets").sign({ address: "a", requestId: "r" }, Date.now());
    for (const header of ["", "x.y", stale, foreign])
      expect(await codeOf(await visit("/tell/a", { headers: { [visitorHeader]: header } }))).toEqual([401, "PRINCIPAL_INVALID"]);
    expect((await fetch(new URL("/tell/a", url))).status).toBe(401);
  });
  it("answer HEAD as GET, and other methods with those that are allowed", async () => {
    const head = await visit("/tell/a", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const put = await visit("/tell/a", { method: "PUT" });
    expect([put.headers.get("allow"), await codeOf(put)]).toEqual(["GET, HEAD, POST", [405, "METHOD_NOT_ALLOWED"]]);
  });
  it("refuse as they say, with the headers of both", async () => {
    const answer = await visit("/tell/teapot");
    expect([answer.headers.get("x-early"), answer.headers.get("x-late")]).toEqual(["yes", "yes"]);
    expect(await codeOf(answer)).toEqual([418, "TEAPOT"]);
    expect(logged).toEqual([]);
  });
  it("return only the request id of an unexpected error, which is logged", async () => {
    const errors = await errorsOf(await visit("/tell/secret"));
    expect(JSON.stringify(errors)).not.toMatch(/SELECT|routes|stack/);
    expect(errors[0].extensions).toEqual({ code: "INTERNAL_SERVER_ERROR", requestId: logged[0]?.requestId });
    expect(JSON.stringify(logged)).toContain("SELECT secret FROM host");
  });
  it("refuse a dry run before their handler runs", async () => {
    for (const value of ["true", "1", "maybe", ""]) {
      const answer = await visit("/tell/teapot", { method: "POST", body: "a", headers: { "dry-run": value } });
      expect(await codeOf(answer), value).toEqual([400, "dry_run_not_supported"]);
    }
    expect((await visit("/tell/a", { method: "POST", body: "a", headers: { "dry-run": "false" } })).status).toBe(201);
  });
  it("take a body of 1 MiB and no more", async () => {
    const most = "x".repeat(1024 * 1024);
    expect((await (await visit("/tell/a", { method: "POST", body: most })).text()).length).toBe(most.length);
    expect(await codeOf(await visit("/tell/a", { method: "POST", body: `${most}x` }))).toEqual([413, "BODY_TOO_LARGE"]);
  });
  it("are idle only when what a caller began and left has ended", async () => {
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    const arrived = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const leaving = new AbortController();
    const headers = { [visitorHeader]: visitorSigner(testSigningKey).sign({ address: "a", requestId: "r" }, Date.now()) };
    const left = fetch(new URL("/slow", url), { headers, signal: leaving.signal }).catch(() => "left");
    await arrived;
    leaving.abort();
    expect(await left).toBe("left");
    let isIdle = false;
    const idle = served.idle().then(() => {
      isIdle = true;
    });
    await (await visit("/tell/a")).text();
    expect(isIdle).toBe(false);
    release();
    await idle;
  });
  it("do not wait for the body of a caller who left before it was read", async () => {
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    const left = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const identity = visitorSigner(testSigningKey).sign({ address: "a", requestId: "r" }, Date.now());
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => {
      socket.write(`POST /late HTTP/1.1\r\nhost: a\r\n${visitorHeader}: ${identity}\r\ncontent-length: 9\r\n\r\nhalf`, () =>
        socket.destroy(),
      );
    });
    await left;
    release();
    await served.idle();
    expect(logged).toEqual([]);
  });
  it.each([
    ["of its body", "POST /late", "content-length: 9\r\n"],
    ["of its answer", "GET /long", ""],
  ])("do not take a caller who leaves in the middle %s for a failure of their own", async (_where, what, extra) => {
    held = Promise.resolve();
    const ended = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const identity = visitorSigner(testSigningKey).sign({ address: "a", requestId: "r" }, Date.now());
    const arrived = once(server, "request");
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () =>
      socket.write(`${what} HTTP/1.1\r\nhost: a\r\n${visitorHeader}: ${identity}\r\n${extra}\r\nhalf`),
    );
    await (what === "GET /long" ? once(socket, "data") : arrived);
    socket.resetAndDestroy();
    await ended;
    await served.idle();
    expect(logged).toEqual([]);
  });
  it("are measured under their names", async () => {
    const { text } = await metrics.expose();
    expect(text).toMatch(/operation="tell",outcome="error"/);
    expect(text).toMatch(/operation="refused",outcome="error"/);
    // Another test sends too large bodies to the route `take`. The rejected requests also have the outcome "ok".
    expect(text).toMatch(/operation="take",outcome="ok"/);
    expect(text).not.toMatch(/operation="take",outcome="error"/);
  });
});
