import { type Dispatcher, request } from "undici";

/** Sends the request with this number. Returns a description of an unexpected response. */
export type Send = (number: number) => Promise<string | undefined>;

interface Target {
  baseUrl: string;
  key: string;
  dispatcher: Dispatcher;
}

const everything = `{
  list_partners(first: 1) { nodes { rowId } }
  list_forms(first: 1) { nodes { rowId } }
  list_incentives(first: 1) { nodes { rowId } }
  list_orders(first: 1) { nodes { rowId } }
  list_members(first: 1) { nodes { rowId } }
}`;
const queries = ["list_partners", "list_forms", "list_incentives", "list_orders", "list_members"].map(
  (field) => `{ ${field}(first: 2) { nodes { rowId } } }`,
);
const createPartner = 'mutation { create_partner(input: { name: "Rolling" }) { partner { rowId } userErrors { code } } }';
const createForm = "mutation ($input: CreateFormInput!) { create_form(input: $input) { form { rowId } userErrors { code } } }";

/** Queries to one and to all subgraphs, mutations without an Idempotency-Key, and requests to public paths of services. */
export function mixedRequests(target: Target): Send[] {
  return [
    () => graphql(target, everything),
    (number) => graphql(target, queries[number % queries.length] ?? everything),
    () => graphql(target, createPartner),
    (number) => graphql(target, queries[(number + 1) % queries.length] ?? everything),
    () => graphql(target, createForm, { input: { body: { title: "Rolling" } } }),
    () => page(target, "/.well-known/oauth-authorization-server", 200),
    // The form does not exist. Only the forms service can find this out, so the status 404 is its response.
    () => page(target, "/f/rolling-proof", 404),
  ];
}

/** Mutations without an Idempotency-Key. The gateway cannot repeat a mutation that it has sent to a process. */
export function mutationRequests(target: Target, fields: readonly string[]): Send[] {
  return fields.map((field) => () => graphql(target, `mutation { ${field} }`));
}

async function graphql({ baseUrl, key, dispatcher }: Target, query: string, variables: object = {}): Promise<string | undefined> {
  const { statusCode, body } = await request(`${baseUrl}/graphql/v1`, {
    dispatcher,
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, variables }),
  });
  const text = await body.text();
  const isExpected = statusCode === 200 && !text.includes('"errors"') && !/"userErrors":\[\{/.test(text);
  return isExpected ? undefined : `${statusCode} ${text.slice(0, 500)} ${query.slice(0, 60)}`;
}

async function page({ baseUrl, dispatcher }: Target, path: string, expected: number): Promise<string | undefined> {
  const { statusCode, body } = await request(`${baseUrl}${path}`, { dispatcher });
  const text = await body.text();
  return statusCode === expected ? undefined : `${statusCode} ${text.slice(0, 500)} ${path}`;
}
