import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { idOf } from "./fixture.js";
import { calm } from "./fixture-resolvers.js";
import { type Harness, startHarness } from "./harness.js";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => {
  harness.subgraphs.received.length = 0;
  harness.subgraphs.weather = calm;
});
afterAll(() => harness.stop());

/** A Buffer is a response that the gateway did not parse. */
const isPassed = async (query: string, variables?: Record<string, unknown>) => Buffer.isBuffer((await harness.ask(query, variables)).raw);

it("the bytes of the only fetch are the answer, whatever the planner did to the order, to fragments and to aliases", async () => {
  for (const query of [
    "{ shelf(first: 2) { totalCount nodes { id title(upper: true) grid } } }",
    "{ shelf { ...A nodes { ...B id } } } fragment A on ItemConnection { totalCount } fragment B on Item { title label ... on Thing { label } }",
    '{ item(id: "00000000-0000-4000-8000-000000000001") { id: title title: id label __typename size: weight } }',
    "query ($yes: Boolean!) { shelf { totalCount nodes @include(if: $yes) { id } } }",
    'mutation { make(input: { title: "t" }) { item { id } userErrors { field } } }',
  ])
    expect(await isPassed(query, { yes: true }), query).toBe(true);
  const { raw } = await harness.ask("{ people(first: 1) { age name: id id: name } }");
  expect(raw.toString()).toBe(`{"data":{"people":[{"age":0,"name":"${idOf(0)}","id":"person 0"}]}}`);
});

it("not with type conditions, __typename of the operation, introspection, or more than one fetch", async () => {
  for (const query of [
    "{ things { label } }",
    "{ __typename hot { id } }",
    "{ hot { id } __schema { queryType { name } } }",
    "{ hot { id title } }",
    "{ hot { id } people { id } }",
  ])
    expect(await isPassed(query), query).toBe(false);
});

it("not when the subgraph reports errors, or does not say that it has none", async () => {
  const query = "{ shelf(first: 1) { nodes { id label } } }";
  expect(await isPassed(query)).toBe(true);
  harness.subgraphs.weather = { ...calm, fails: (field) => field === "Item.label" };
  const { raw, data, errors } = await harness.ask(query);
  expect(Buffer.isBuffer(raw)).toBe(false);
  expect(data).toEqual({ shelf: { nodes: [{ id: idOf(1), label: null }] } });
  expect(errors).toEqual([
    { message: expect.any(String), path: ["shelf", "nodes", 0, "label"], extensions: { code: "BROKEN", requestId: "r1" } },
  ]);
});

it("an alias that looks like a key, a type or a name of JavaScript's is an alias and no more", async () => {
  const { data } = await harness.ask(
    '{ item(id: "00000000-0000-4000-8000-000000000001") { id: title title: id __typename: color rating __proto__: count constructor: label } }',
  );
  const item = `{"id":"title 1","title":"${idOf(1)}","__typename":"GREEN","rating":1.25,"__proto__":101,"constructor":${JSON.stringify('label "1" é\u2028')}}`;
  expect(JSON.stringify(data)).toBe(`{"item":${item}}`);
});

it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
  "the alias %s has its value where one subgraph answers all, also when that reports errors",
  async (alias) => {
    const query = `{ ${alias}: shelf(first: 1) { ${alias}: nodes { ${alias}: title label } } }`;
    const { raw, errors } = await harness.ask(query);
    expect(errors).toBeUndefined();
    expect(raw.toString()).toBe(
      `{"data":{"${alias}":{"${alias}":[{"${alias}":"title 1","label":${JSON.stringify('label "1" é\u2028')}}]}}}`,
    );
    harness.subgraphs.weather = { ...calm, fails: (field) => field === "Item.label" };
    const failed = await harness.ask(query);
    expect(failed.raw.toString()).toContain(`"data":{"${alias}":{"${alias}":[{"${alias}":"title 1","label":null}]}}`);
    expect(failed.errors).toMatchObject([{ path: [alias, alias, 0, "label"] }]);
  },
);

it("one representation is sent for all places that mean one entity, and each gets its fields", async () => {
  const { data } = await harness.ask("{ shelf(first: 8) { nodes { owner { id name } } } }");
  const request = harness.subgraphs.received.find(({ subgraph }) => subgraph === "people");
  expect(request?.variables.representations).toHaveLength(4);
  const names = (data as { shelf: { nodes: { owner: { name: string } }[] } }).shelf.nodes.map(({ owner }) => owner.name);
  expect(names).toEqual([1, 2, 3, 0, 1, 2, 3, 0].map((index) => `person ${index}`));
});

it("sends each subgraph the request's headers, and only the variables it uses", async () => {
  await harness.ask(
    "query ($n: Int, $upper: Boolean, $m: Int) { shelf(first: $n) { nodes { title(upper: $upper) reviews(first: $m) { text } } } }",
    { n: 1, m: 2 },
  );
  const [catalog, people] = harness.subgraphs.received;
  expect(catalog).toMatchObject({
    subgraph: "catalog",
    variables: { n: 1 },
    headers: { "x-request-id": "r1", "content-type": "application/json" },
  });
  expect(people?.variables).toEqual({ m: 2, representations: [{ __typename: "Item", id: idOf(1) }] });
});
