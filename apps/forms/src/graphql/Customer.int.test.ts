import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import { subgraphClient } from "@offergraph/testkit/subgraph";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { addResponse } from "../testing/responses.js";

let fixture: Fixture;
let client: Client;
let customer_id: string;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
  customer_id = customerIdOf(client.workspaceId, "ann");
});

interface Responses {
  nodes: { rowId: string }[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
}
const page = "nodes { rowId } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";
async function responses(asked = "", { of = customer_id, by = client }: { of?: string; by?: Client } = {}): Promise<Responses> {
  const [found] = await by.entities<{ responses: Responses }>("Customer", [of], `responses${asked} { ${page} }`);
  if (!found) throw new Error("The customer is missing.");
  return found.responses;
}
const idsOf = ({ nodes }: Responses) => nodes.map(({ rowId }) => rowId);
const customerOf = async (id: string) =>
  (
    await client.data<{ one: { customer: object | null } }>(
      "query ($id: UUID!) { one: get_form_response(id: $id) { customer { rowId responses { totalCount nodes { customer { rowId } } } } } }",
      { id },
    )
  ).one.customer;

async function respond(...statuses: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, status] of statuses.entries())
    ids.push(await addResponse(fixture, client, { customer_id, status, created_at: `2026-05-0${index + 1}T00:00:00Z` }));
  return ids;
}

describe("Customer.responses", () => {
  it("lists the customer's responses, newest first, with filter and order, in pages in both directions", async () => {
    const [first = "", second = "", third = "", fourth = ""] = await respond(0, 1, 0, 0);
    await addResponse(fixture, client, { customer_id: newId() });
    await addResponse(fixture, client, {});
    expect(await responses()).toMatchObject({ totalCount: 4, pageInfo: { hasNextPage: false, hasPreviousPage: false } });
    expect(idsOf(await responses())).toEqual([fourth, third, second, first]);
    expect(idsOf(await responses("", { of: customer_id.toUpperCase() }))).toEqual([fourth, third, second, first]);
    expect(idsOf(await responses("(orderBy: [CREATED_AT_ASC], last: 2)"))).toEqual([third, fourth]);
    expect(idsOf(await responses(`(filter: { not: { rowId: { equalTo: "${second}" } } })`))).toEqual([fourth, third, first]);
    const { pageInfo } = await responses("(first: 3)");
    expect(idsOf(await responses(`(first: 3, after: "${pageInfo.endCursor}")`))).toEqual([first]);
    expect(idsOf(await responses(`(last: 1, before: "${pageInfo.endCursor}")`))).toEqual([third]);
  });

  it("is empty for an unknown customer and in another workspace; cursors fit no other customer", async () => {
    await respond(0, 0);
    for (const other of [{ of: newId() }, { by: fixture.client() }]) expect(await responses("", other)).toMatchObject({ totalCount: 0 });
    const { pageInfo } = await responses("(first: 1)");
    const other = `{ _entities(representations: [{ __typename: "Customer", rowId: "${newId()}" }]) { ... on Customer {
      responses(after: "${pageInfo.endCursor}") { totalCount } } } }`;
    const { errors } = await client.call(other);
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
  });
});

describe("FormResponse.customer", () => {
  it("leads to the customer and back; null for an anonymous response", async () => {
    const [id = ""] = await respond(0, 0);
    const back = { customer: { rowId: customer_id } };
    expect(await customerOf(id)).toEqual({ rowId: customer_id, responses: { totalCount: 2, nodes: [back, back] } });
    expect(await customerOf(await addResponse(fixture, client, {}))).toBeNull();
  });

  it("is null after the erasure of the customer, who then has no responses", async () => {
    const [id = ""] = await respond(0);
    const now = () => new Date(fixture.clock.now().getTime() + 365 * 86_400_000);
    const admin = subgraphClient({ url: fixture.running.url, service: "forms", workspaceId: client.workspaceId, level: "ADMIN", now });
    await admin.data('mutation { erase_customer(input: { customerId: "ann" }) { responses } }', {});
    expect(await customerOf(id)).toBeNull();
    expect(await responses()).toMatchObject({ totalCount: 0 });
  });
});
