import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import { waitUntil } from "../wait-until.js";

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

/**
 * Maximum number of requests in flight. On a busy machine, the limit keeps the load below `perSecond`, because the proof must not cause
 * overload.
 */
const maxRunning = 32;

export interface Load {
  count(): number;
  /** Stops the load, and returns the failed requests and the latencies in milliseconds. */
  stop(): Promise<{ failures: string[]; latencies: number[] }>;
}

/**
 * Sends at most `perSecond` requests per second to a gateway: queries to one and to all subgraphs, mutations without an Idempotency-Key, and
 * requests to public paths of services. A request fails if the response is not as expected.
 */
export async function startLoad(baseUrl: string, key: string, perSecond: number): Promise<Load> {
  const dispatcher = new Agent({ connections: maxRunning });
  const failures: string[] = [];
  const latencies: number[] = [];
  const running = new Set<Promise<void>>();
  let count = 0;
  let isOver = false;

  const graphql = async (query: string, variables: object = {}) => {
    const { statusCode, body } = await request(`${baseUrl}/graphql/v1`, {
      dispatcher,
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ query, variables }),
    });
    const text = await body.text();
    const isExpected = statusCode === 200 && !text.includes('"errors"') && !/"userErrors":\[\{/.test(text);
    return isExpected ? undefined : `${statusCode} ${text.slice(0, 500)} ${query.slice(0, 60)}`;
  };
  const page = async (path: string, expected: number) => {
    const { statusCode, body } = await request(`${baseUrl}${path}`, { dispatcher });
    const text = await body.text();
    return statusCode === expected ? undefined : `${statusCode} ${text.slice(0, 500)} ${path}`;
  };
  const kinds: ((number: number) => Promise<string | undefined>)[] = [
    () => graphql(everything),
    (number) => graphql(queries[number % queries.length] ?? everything),
    () => graphql(createPartner),
    (number) => graphql(queries[(number + 1) % queries.length] ?? everything),
    () => graphql(createForm, { input: { body: { title: "Rolling" } } }),
    () => page("/.well-known/oauth-authorization-server", 200),
    // The form does not exist. Only the forms service can find this out, so the status 404 is its response.
    () => page("/f/rolling-proof", 404),
  ];
  // The first mutations of a process are slow, because they load the database client. The load starts after each kind of request has
  // succeeded.
  for (const [index, kind] of kinds.entries()) await waitUntil(`request ${index} succeeds`, async () => (await kind(index)) === undefined);
  const send = async (number: number) => {
    const started = performance.now();
    const kind = kinds[number % kinds.length] as (number: number) => Promise<string | undefined>;
    const failure = await kind(Math.floor(number / kinds.length)).catch((error: Error) => error.message);
    latencies.push(performance.now() - started);
    if (failure !== undefined) failures.push(failure);
  };
  const sending = (async () => {
    while (!isOver) {
      if (running.size < maxRunning) {
        const one = send(count).finally(() => running.delete(one));
        running.add(one);
        count += 1;
      }
      await sleep(1000 / perSecond);
    }
    await Promise.all(running);
  })();
  return {
    count: () => count,
    async stop() {
      isOver = true;
      await sending;
      await dispatcher.close();
      return { failures, latencies };
    },
  };
}
