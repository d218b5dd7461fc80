import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, expect, it, vi } from "vitest";
import { defaultLimits } from "../limits.js";
import { createSubgraphClients, type SubgraphClient } from "../subgraph-client.js";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

type Answer = (url: string | undefined, response: ServerResponse) => void;

/** Starts a replica. Tests can replace the property `answer` of the result, a function that answers the requests. */
async function replica(first: Answer) {
  const state = { answer: first, urls: [] as (string | undefined)[] };
  const server: Server = createServer((request, response) => {
    request.resume();
    state.urls.push(request.url);
    state.answer(request.url, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  endings.push(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql` });
}

function clientOf(...urls: string[]): SubgraphClient {
  const limits = { ...defaultLimits, subgraphLinks: 0, subgraphSilenceMs: 200 };
  const client = createSubgraphClients([{ name: "forms", url: urls.join("|") }], limits).get("forms") as SubgraphClient;
  endings.push(() => client.close());
  return client;
}

const mutation = { body: "{}", headers: [], isRepeatable: false, disconnection: undefined };
const silent: Answer = () => undefined;
const working: Answer = (_url, response) => void response.end("works");
const ask = async (client: SubgraphClient) => (await client.send(mutation)).body.toString();

it("ends open requests to a silent process, rejects new ones immediately, and notices when it answers again", async () => {
  const held: ServerResponse[] = [];
  const process = await replica((_url, response) => void held.push(response));
  const client = clientOf(process.url);
  await expect(Promise.all([ask(client), ask(client)])).rejects.toThrow("not even to a liveness check");
  expect(process.urls).toEqual(["/graphql", "/graphql", "/health/live"]);
  await expect(ask(client)).rejects.toMatchObject({ code: "EHOSTDOWN" });
  expect(process.urls).toHaveLength(3);
  process.answer = working;
  for (const response of held) response.end("late");
  await vi.waitFor(async () => expect(await ask(client)).toBe("works"), polling);
});

it("waits for a slow request of a process that answers the liveness check", async () => {
  let finish = () => {};
  let checks = 0;
  const process = await replica((url, response) => {
    if (url === "/health/live") {
      response.end("{}");
      checks += 1;
      if (checks === 3) finish();
    } else finish = () => response.end("slow");
  });
  expect(await ask(clientOf(process.url))).toBe("slow");
});

it("sends new requests to another replica, also mutations", async () => {
  const [first, second] = [await replica(silent), await replica(silent)];
  const client = clientOf(first.url, second.url);
  await expect(ask(client)).rejects.toThrow("liveness");
  const other = first.urls.length > 0 ? second : first;
  other.answer = working;
  expect([await ask(client), await ask(client), await ask(client)]).toEqual(["works", "works", "works"]);
});
