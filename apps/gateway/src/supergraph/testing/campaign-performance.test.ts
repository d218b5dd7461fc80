import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { realSupergraph } from "../../mcp/testing/real-tools.js";
import { createEngine } from "../engine.js";
import { defaultLimits } from "../limits.js";
import { closeClients, createSubgraphClients } from "../subgraph-client.js";
import { quietLog } from "./quiet-log.js";

const rowId = "01900000-0000-7000-8000-000000000001";
const discountCodeIds = ["01900000-0000-7000-8000-000000000002", "01900000-0000-7000-8000-000000000003"];
const received: { query: string; variables?: Record<string, unknown> }[] = [];

/** Starts a subgraph that answers every request with this data. */
async function subgraphOf(data: object) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.setHeader("content-type", "application/json").end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql` };
}

let subgraphs: Awaited<ReturnType<typeof subgraphOf>>[];
beforeAll(async () => {
  const performance = { __typename: "CampaignPerformance", rowId, discountCodeIds, usageCount: 3 };
  subgraphs = [await subgraphOf({ get_campaign_performance: performance }), await subgraphOf({ _entities: [{ orderCount: 2 }] })];
});
afterAll(() => {
  for (const { server } of subgraphs) server.close();
});

it("a campaign's performance: the codes of discounts reach orders", async () => {
  const addresses = ["discounts", "orders"].map((name, index) => ({ name, url: subgraphs[index]?.url ?? "" }));
  const clients = createSubgraphClients(addresses, defaultLimits);
  const engine = createEngine({ supergraphSdl: realSupergraph(), limits: defaultLimits, log: quietLog, clients });
  const prepared = engine.prepare(`{ get_campaign_performance(campaignId: "Summer") { usageCount orderCount } }`, undefined);
  const { body } = await prepared.execute(prepared.variables({}), { headers: {}, requestId: "r1", log: quietLog });
  expect(JSON.parse(body.toString())).toEqual({ data: { get_campaign_performance: { usageCount: 3, orderCount: 2 } } });
  expect(Object.values(received[1]?.variables ?? {})).toEqual([[{ __typename: "CampaignPerformance", rowId, discountCodeIds }]]);
  await closeClients(clients);
});
