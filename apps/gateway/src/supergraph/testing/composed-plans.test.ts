import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { realSupergraph } from "../../mcp/testing/real-tools.js";
import { withoutLinks } from "../../testing/without-links.js";
import { createEngine } from "../engine.js";
import { defaultLimits } from "../limits.js";
import { closeClients, createSubgraphClients } from "../subgraph-client.js";
import { quietLog } from "./quiet-log.js";

const rowId = "01900000-0000-7000-8000-000000000001";
const discountCodeIds = ["01900000-0000-7000-8000-000000000002", "01900000-0000-7000-8000-000000000003"];
const received: { query: string; variables?: Record<string, unknown> }[] = [];

/** Maps the name of a service to the data with which the service responds to every request. */
let answers: Record<string, object> = {};

async function subgraphOf(name: string) {
  const server = withoutLinks((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.setHeader("content-type", "application/json").end(JSON.stringify({ data: answers[name] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { name, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql` };
}

let subgraphs: Awaited<ReturnType<typeof subgraphOf>>[];
let clients: ReturnType<typeof createSubgraphClients>;
let engine: ReturnType<typeof createEngine>;
beforeAll(async () => {
  subgraphs = await Promise.all(["discounts", "forms", "orders"].map(subgraphOf));
  clients = createSubgraphClients(subgraphs, defaultLimits);
  engine = createEngine({ supergraphSdl: realSupergraph(), limits: defaultLimits, log: quietLog, clients });
});
afterAll(async () => {
  await closeClients(clients);
  for (const { server } of subgraphs) server.close();
});

async function execute(query: string, data: Record<string, object>): Promise<unknown> {
  received.length = 0;
  answers = data;
  const prepared = engine.prepare(query, undefined);
  const { body } = await prepared.execute(prepared.variables({}), { headers: {}, requestId: "r1", log: quietLog });
  return JSON.parse(body.toString());
}

it("a campaign's performance: the codes of discounts reach orders", async () => {
  const performance = { __typename: "CampaignPerformance", rowId, discountCodeIds, usageCount: 3 };
  const answer = await execute(`{ get_campaign_performance(campaignId: "Summer") { usageCount orderCount } }`, {
    discounts: { get_campaign_performance: performance },
    orders: { _entities: [{ orderCount: 2 }] },
  });
  expect(answer).toEqual({ data: { get_campaign_performance: { usageCount: 3, orderCount: 2 } } });
  expect(Object.values(received[1]?.variables ?? {})).toEqual([[{ __typename: "CampaignPerformance", rowId, discountCodeIds }]]);
});

it("an order leads to the partner's post by its discount code", async () => {
  const code = { __typename: "DiscountCode", rowId };
  const post = { url: "https://video.example/1", partner: { name: "Ann" } };
  const answer = await execute("{ list_orders { nodes { externalRef discountCode { post { url partner { name } } } } } }", {
    orders: { list_orders: { nodes: [{ externalRef: "1001", discountCode: code }] } },
    discounts: { _entities: [{ post }] },
  });
  expect(answer).toEqual({ data: { list_orders: { nodes: [{ externalRef: "1001", discountCode: { post } }] } } });
  expect(Object.values(received[1]?.variables ?? {})).toEqual([[code]]);
});

it("a response leads to its customer in orders, and a customer in orders to the responses", async () => {
  const response = await execute(`{ get_form_response(id: "${rowId}") { customer { ref responses { totalCount } } } }`, {
    forms: { get_form_response: { customer: { __typename: "Customer", rowId, responses: { totalCount: 2 } } } },
    orders: { _entities: [{ ref: "ann" }] },
  });
  expect(response).toEqual({ data: { get_form_response: { customer: { ref: "ann", responses: { totalCount: 2 } } } } });
  expect(Object.values(received[1]?.variables ?? {})).toEqual([[{ __typename: "Customer", rowId }]]);
  const customer = await execute(`{ get_customer(customerId: "ann") { ref responses(first: 1) { nodes { status } } } }`, {
    orders: { get_customer: { __typename: "Customer", rowId, ref: "ann" } },
    forms: { _entities: [{ responses: { nodes: [{ status: "COMPLETE" }] } }] },
  });
  expect(customer).toEqual({ data: { get_customer: { ref: "ann", responses: { nodes: [{ status: "COMPLETE" }] } } } });
  expect(Object.values(received[1]?.variables ?? {})).toContainEqual([{ __typename: "Customer", rowId }]);
});

it("a response without a customer asks no other service", async () => {
  const answer = await execute(`{ get_form_response(id: "${rowId}") { customer { ref } } }`, {
    forms: { get_form_response: { customer: null } },
  });
  expect(answer).toEqual({ data: { get_form_response: { customer: null } } });
  expect(received).toHaveLength(1);
});
