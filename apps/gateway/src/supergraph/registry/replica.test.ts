import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { defaultLimits } from "../limits.js";
import { connectTo } from "./replica.js";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

it("notices a silent process, for GraphQL requests and for requests to routes", async () => {
  const server = createServer((request) => void request.resume()).listen(0, "127.0.0.1");
  await once(server, "listening");
  endings.push(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  const { client, upstream } = connectTo("forms", url, { ...defaultLimits, subgraphSilenceMs: 200 });
  endings.push(() => Promise.all([client.close(), upstream.close()]));
  const query = () => client.send({ body: "{}", headers: [], isRepeatable: true, disconnection: undefined });
  const visit = () =>
    upstream.send({ method: "GET", path: "/f/a", headers: {}, body: null, signal: new AbortController().signal, pool: "read" });
  for (const send of [query, visit]) {
    await expect(send()).rejects.toThrow("not even to a liveness check");
    await expect(send()).rejects.toMatchObject({ code: "EHOSTDOWN" });
  }
});
