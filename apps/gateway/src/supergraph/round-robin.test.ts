import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { defaultLimits } from "./limits.js";
import { createSubgraphClients, type SubgraphClient } from "./subgraph-client.js";

const servers: Server[] = [];
let client: SubgraphClient | undefined;
afterEach(async () => {
  await client?.close();
  for (const server of servers.splice(0)) await close(server);
});

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}

/** Starts two replicas and a client of both. Each replica responds with its name. */
async function replicas(answer: (name: string) => string | undefined = (name) => name) {
  const urls: string[] = [];
  for (const name of ["first", "second"]) {
    const server = createServer((request, response) => {
      const text = answer(name);
      request.resume();
      if (text === undefined) request.socket.destroy();
      else response.end(text);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    servers.push(server);
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`);
  }
  client = createSubgraphClients([{ name: "forms", url: urls.join("|") }], { ...defaultLimits, subgraphLinks: 0 }).get("forms");
  return async (isRepeatable = false) => {
    const reply = await client?.send({ body: "{}", headers: [], isRepeatable, disconnection: undefined });
    return reply?.body.toString();
  };
}

it("asks the replicas of a subgraph in turn", async () => {
  const ask = await replicas();
  const answers = [await ask(), await ask(), await ask(), await ask()];
  expect(answers.sort()).toEqual(["first", "first", "second", "second"]);
});

it("uses the other replica if one is unavailable, also for mutations, which were not sent", async () => {
  const ask = await replicas();
  const [first] = servers;
  if (first) await close(first);
  expect([await ask(), await ask(), await ask()]).toEqual(["second", "second", "second"]);
});

it("reports the subgraph as unavailable if all replicas are", async () => {
  const ask = await replicas();
  for (const server of servers) await close(server);
  await expect(ask()).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

it("never sends a mutation again that a replica may have seen", async () => {
  const seen: string[] = [];
  const ask = await replicas((name) => {
    seen.push(name);
    return undefined;
  });
  await expect(ask(false)).rejects.toThrow();
  expect(seen).toHaveLength(1);
});
