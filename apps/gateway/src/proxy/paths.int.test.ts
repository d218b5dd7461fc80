import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allManifests } from "../mcp/testing/context.js";
import { type TestGateway, testGateway } from "../testing/gateway.js";

const seen: string[] = [];
const publicPaths = allManifests.routes;
const services = [...new Set(publicPaths.map(({ service }) => service))];
let gateways: TestGateway[] = [];
/** The gateway in front of each service. */
let gatewayOf = new Map<string, TestGateway>();
beforeAll(async () => {
  const visited = (request: { url?: string }, response: { end(text: string): void }) => {
    seen.push(request.url ?? "");
    response.end("reached");
  };
  gateways = await Promise.all(services.map((owner) => testGateway({}, { visited, owner })));
  gatewayOf = new Map(services.map((owner, index) => [owner, gateways[index] as TestGateway]));
});
afterAll(() => Promise.all(gateways.map((gateway) => gateway.stop())));
beforeEach(() => {
  seen.length = 0;
});

/** Sends a request to each gateway, without normalizing the path. Returns the status, or all statuses if the gateways differ. */
async function statusOf(target: string, method = "GET", to: readonly TestGateway[] = gateways): Promise<string> {
  const statuses = await Promise.all(to.map((gateway) => statusAt(gateway, target, method)));
  return [...new Set(statuses)].join(", ");
}

async function statusAt(gateway: TestGateway, target: string, method: string): Promise<number> {
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  socket.write(`${method} ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(socket, "close");
  return Number(Buffer.concat(chunks).toString().split(" ")[1]);
}

const up = ["..", "%2e%2e", "%2E%2E", ".%2e", "%2e.", "%252e%252e", "%252E."];
const slashes = ["/", "%2f", "%2F", "%5c", "%5C", "\\", "%252f", "%255c"];
const all = [...publicPaths.map(({ path }) => path), "/graphql/v1", "/mcp", "/health/live", "/health/ready", "/"];

/** Returns paths that begin with `from`, but that some URL parsers resolve to a path below `to`. */
function detours(from: string, to: string): string[] {
  const depth = from.split("/").length - (from.endsWith("/") ? 2 : 1);
  const begin = from.replace(/\/$/, "");
  const end = `${to.slice(1)}x`;
  return [
    ...up.flatMap((dots) => slashes.map((slash) => `${begin}/x${`${slash}${dots}`.repeat(depth + 1)}${slash}${end}`)),
    ...up.map((dots) => `${begin}${`/${dots}`.repeat(depth)}/${end}`),
    `${begin}/./${end}`,
    `${begin}/%2e/${end}`,
  ];
}

describe.each(publicPaths.map(({ path, service }): [string, string] => [path, service]))("paths below %s", (from, owner) => {
  it("cannot reach another path by another spelling", async () => {
    for (const { path: to, service } of publicPaths) {
      // A detour can only reach the service of the path that it begins with, or the service of the other path.
      const reachable = [...new Set([owner, service])].map((name) => gatewayOf.get(name) as TestGateway);
      for (const target of detours(from, to)) expect([target, await statusOf(target, "GET", reachable)]).toEqual([target, "404"]);
    }
    expect(seen).toEqual([]);
  });
});

describe.each(all)("the path %s", (path) => {
  it("has one spelling", async () => {
    const odd = [`${path}%00`, `${path}\\`, `${path}%5c`, `${path}%5C`, `${path}/.`, `${path}/..`, `${path}/%2e`, `${path}#a`, `${path}%`];
    const targets = [...odd, `http://a${path}`, `https://a${path}`, `/.${path}`, `/x/..${path}`, `\\${path}`];
    for (const target of targets)
      for (const method of ["GET", "POST"])
        expect([target, method, await statusOf(target, method)], target).toEqual([target, method, target.startsWith("\\") ? "400" : "404"]);
    expect(seen).toEqual([]);
  });
});
