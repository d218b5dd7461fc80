import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { pino } from "pino";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { summaryOf, type TestGateway, testGateway } from "../testing/gateway.js";

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const html = "text/html; charset=utf-8";
const pages = ["/", "/explorer", "/studio", "/docs", "/docs/operations/rename", "/docs/states", "/docs/search"];
const query = "{ items { totalCount } }";
const names = { field: "id", nestedField: "parent.id", deeplyNestedField: "parent.parent.id" };

let gateway: TestGateway;
let key = "";
beforeAll(async () => {
  // The test fails if requests for pages count toward this low limit for public paths.
  gateway = await testGateway({ PUBLIC_URL: "https://api.example/offers/", RATE_LIMIT_PUBLIC: "1" });
  ({ key } = await gateway.newKey({ level: "READ" }));
});
afterAll(() => gateway?.stop());

const get = (path: string, headers: Record<string, string> = {}, method = "GET") => gateway.send({ method, path, headers });
const visit = (path: string, headers: Record<string, string> = {}) => get(path, { accept: browser, ...headers });
const filesOf = (text: string) => [...text.matchAll(/(?:href|src)="\/offers(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "");
/** Requests a path with an Accept-Encoding header. Unlike gateway.send, returns the bytes of the body. */
const read = async (path: string, encoding: string) => {
  const { statusCode, headers, body } = await request(new URL(path, gateway.url), { headers: { "accept-encoding": encoding } });
  return { status: statusCode, headers, encoding: headers["content-encoding"], bytes: Buffer.from(await body.arrayBuffer()) };
};

describe("the home page", () => {
  it("is HTML for browsers, and JSON with links for other clients", async () => {
    const page = await visit("/");
    expect([page.status, page.headers["content-type"], page.headers.vary]).toEqual([200, html, "Accept, Accept-Encoding"]);
    expect(page.text).toContain("https://api.example/offers/graphql/v1 \\");
    for (const accept of ["*/*", "application/json", "application/json, text/html;q=0.5", "text/plain"]) {
      const { headers, body } = await get("/", { accept });
      expect([headers["content-type"], headers.vary]).toEqual(["application/json; charset=utf-8", "Accept"]);
      expect(body).toEqual({
        name: "Offergraph",
        graphql: "https://api.example/offers/graphql/v1",
        mcp: "https://api.example/offers/mcp",
        ready: "https://api.example/offers/health/ready",
        live: "https://api.example/offers/health/live",
        studio: "https://api.example/offers/studio",
        explorer: "https://api.example/offers/explorer",
        docs: "https://api.example/offers/docs",
        operations: "https://api.example/offers/site/operations.json",
      });
    }
    expect((await get("/")).body.name).toBe("Offergraph");
  });

  it("contains no missing values", async () => {
    expect((await visit("/")).text).not.toMatch(/\bundefined\b|\[object/);
  });
});

describe.each(pages)("the page %s", (path) => {
  it("has a strict policy and no inline script or style", async () => {
    const { status, headers, text } = await visit(path);
    expect(status).toBe(200);
    expect(String(headers["content-security-policy"])).not.toMatch(/unsafe|\*|https?:/);
    const [, frames] = /frame-src ([^;]*)/.exec(String(headers["content-security-policy"])) ?? [];
    expect(frames).toBe(path === "/studio" ? "'self'" : undefined);
    expect(headers).toMatchObject({
      "cache-control": "no-cache",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]* src="\/offers\/assets\/)/);
    expect([...text.matchAll(/(?:href|src)="(?!\/offers\/|#)([^"]*)"/g)].map(([, url]) => url)).toEqual([]);
  });

  it("responds 304 to its ETag, to HEAD without a body, and 405 to other methods", async () => {
    const { headers } = await visit(path);
    const etag = String(headers.etag);
    // The ETag must be weak, because all encodings share the ETag.
    expect(etag).toMatch(/^W\/"[0-9a-f]{20}"$/);
    for (const known of [etag, etag.slice("W/".length)]) {
      const again = await visit(path, { "if-none-match": `W/"other", ${known}`, "accept-encoding": "br" });
      expect([again.status, again.text, again.headers["content-length"], again.headers.etag]).toEqual([304, "", undefined, etag]);
    }
    const head = await get(path, { accept: browser }, "HEAD");
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", headers["content-length"]]);
    const posted = await get(path, { accept: browser }, "POST");
    expect([summaryOf(posted), posted.headers.allow]).toEqual(["405 METHOD_NOT_ALLOWED", "GET, HEAD"]);
  });

  it("loads files that clients may cache forever, in each encoding", async () => {
    const files = filesOf((await visit(path)).text);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      const { status, headers, encoding } = await read(file, "gzip, br;q=0.5");
      expect([status, encoding], file).toEqual([200, "br"]);
      expect(headers).toMatchObject({ "cache-control": "public, max-age=31536000, immutable", vary: "Accept-Encoding" });
    }
  });
});

it("compresses with the encodings that the client accepts", async () => {
  const plain = await read("/explorer", "identity");
  const [br, gzip] = [await read("/explorer", "gzip, deflate, br, zstd"), await read("/explorer", "gzip, br;q=0")];
  expect([plain.encoding, br.encoding, gzip.encoding]).toEqual([undefined, "br", "gzip"]);
  expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes);
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
});

it("serves the current file without caching at the path of another version", async () => {
  const [file = ""] = filesOf((await visit("/")).text);
  const other = await get(file.replace(/[0-9a-f]{20}/, "0".repeat(20)));
  expect([other.status, other.headers["cache-control"]]).toEqual([200, "no-store"]);
  expect((await get(file.replace(/[^/]+$/, "other.css"))).status).toBe(404);
  expect((await get("/assets/site/../../package.json")).status).toBe(404);
});

it("describes the operations of the running supergraph", async () => {
  const { headers, text } = await get("/site/operations.json");
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  const { operations } = JSON.parse(text) as { operations: { name: string; service: string; level: string; example: object }[] };
  expect(operations.map(({ name }) => name)).toEqual(["items", "item", "broken", "listing", "make", "configure", "rename"]);
  expect(operations.find(({ name }) => name === "rename")).toMatchObject({ service: "things", level: "WRITE", type: "mutation" });
});

it("serves the reference as Markdown, with the schema and llms.txt", async () => {
  const markdown = await get("/docs/operations/rename.md");
  expect([markdown.status, markdown.headers["content-type"]]).toEqual([200, "text/markdown; charset=utf-8"]);
  expect(markdown.text).toMatch(/^# rename\n\nRenames an item; its title may not be empty\./);
  expect(markdown.text).toContain("](https://api.example/offers/docs/types/RenameInput.md)");
  expect((await get("/docs.md")).text).toMatch(/^# Reference\n/);
  expect((await get("/llms.txt")).text).toContain("- [rename](https://api.example/offers/docs/operations/rename.md): Renames an item;");
  const schema = await get("/schema.graphql");
  expect([schema.headers["content-type"], schema.text.includes("input RenameInput")]).toEqual(["text/plain; charset=utf-8", true]);
  expect((await visit("/docs/operations/nothing")).status).toBe(404);
  expect((await get("/docs/operations/nothing.md")).status).toBe(404);
});

it("serves an icon and robots.txt", async () => {
  expect(await get("/favicon.ico")).toMatchObject({ status: 200, headers: { "content-type": "image/x-icon" } });
  expect((await get("/robots.txt")).text).toContain("Disallow: /graphql/");
});

describe("the GraphQL endpoint in a browser", () => {
  it("leads to the explorer", async () => {
    const visited = await visit("/graphql/v1");
    expect([visited.status, visited.headers.location, visited.headers.vary]).toEqual([
      303,
      "../explorer",
      "Accept, Authorization, X-API-Key",
    ]);
  });

  it("keeps its errors for API clients, and its answers for clients with a key", async () => {
    const path = `/graphql/v1?query=${encodeURIComponent(query)}`;
    for (const accept of ["*/*", "", "application/json, text/html;q=0.9"])
      expect(summaryOf(await get(path, { accept }))).toBe("401 api_key_missing");
    for (const credential of [{ authorization: `Bearer ${key}` }, { "x-api-key": key }] as Record<string, string>[])
      expect((await visit(path, credential)).body).toEqual({ data: { items: { totalCount: 1 } } });
    expect(summaryOf(await visit(path, { authorization: "Bearer wrong" }))).toBe("401 api_key_invalid");
    expect(summaryOf(await gateway.send({ headers: { accept: browser }, body: { query } }))).toBe("401 api_key_missing");
  });
});

it("responds 404 with a page to browsers, and with JSON to other clients", async () => {
  const page = await visit("/nowhere");
  expect([page.status, page.headers["content-type"], page.headers["cache-control"]]).toEqual([404, html, "no-store"]);
  expect(summaryOf(await get("/nowhere"))).toBe("404 NOT_FOUND");
  expect(summaryOf(await gateway.send({ path: "/nowhere", headers: { accept: browser } }))).toBe("404 NOT_FOUND");
});

it("responds 500 with a request id if a page cannot be created", async () => {
  const logged: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const broken = await testGateway({}, { log, manifest: { guide: { examples: { ...names, operation: "{ broken" } } } });
  const { status, body } = await broken.send({ method: "GET", path: "/docs", headers: { accept: browser } });
  expect([status, body.errors?.[0]?.extensions.code]).toEqual([500, "INTERNAL_SERVER_ERROR"]);
  expect(JSON.stringify(body)).not.toContain("broken");
  expect(logged.find(({ msg }) => msg === "Failed to create a page")?.requestId).toBe(body.errors?.[0]?.extensions.requestId);
  await broken.stop();
});
