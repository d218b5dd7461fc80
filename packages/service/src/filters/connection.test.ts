import { buildSchema, graphql, parse } from "graphql";
import { compileQuery, isCompiledQuery } from "graphql-jit";
import { describe, expect, it, vi } from "vitest";
import { Connection, connectionResolvers } from "./connection.js";
import { compileOrder } from "./order.js";
import { order } from "./testing/fixtures.js";

const schema = buildSchema(`
  type Thing { id: ID! }
  type Edge { cursor: String! node: Thing! }
  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type ThingConnection { nodes: [Thing!]! edges: [Edge!]! pageInfo: PageInfo! totalCount: Int }
  type Query { things: ThingConnection }
`);
const thingConnection = schema.getType("ThingConnection");
if (thingConnection && "getFields" in thingConnection)
  Object.assign(thingConnection.getFields().totalCount ?? {}, { resolve: connectionResolvers.totalCount });

function connection() {
  const encode = vi.fn((position: readonly unknown[]) => `cursor of ${position[0]}`);
  const total = vi.fn(async () => 7);
  const nodes = ["a", "b"].map((id) => ({ id, order_key_0: id }));
  const cursors = { encode, decode: () => [] };
  const value = new Connection({ nodes, order: compileOrder(order, []), cursors, hasNextPage: true, hasPreviousPage: false, total });
  return { value, encode, total };
}

const whole =
  "{ things { nodes { id } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount } }";
const answer = {
  things: {
    nodes: [{ id: "a" }, { id: "b" }],
    edges: [
      { cursor: "cursor of a", node: { id: "a" } },
      { cursor: "cursor of b", node: { id: "b" } },
    ],
    pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: "cursor of a", endCursor: "cursor of b" },
    totalCount: 7,
  },
};

async function run(query: string, value: object): Promise<unknown> {
  const compiled = compileQuery(schema, parse(query));
  if (!isCompiledQuery(compiled)) throw new Error("the query does not compile");
  return JSON.parse(JSON.stringify((await compiled.query({ things: value }, {}, {})).data));
}

describe("a connection", () => {
  it("resolves every field in graphql-js and graphql-jit, and computes each cursor and the total once", async () => {
    const plain = connection();
    expect(JSON.parse(JSON.stringify(await graphql({ schema, source: whole, rootValue: { things: plain.value } })))).toEqual({
      data: answer,
    });
    const compiled = connection();
    expect(await run(whole, compiled.value)).toEqual(answer);
    for (const { encode, total } of [plain, compiled]) {
      expect(encode).toHaveBeenCalledTimes(2);
      expect(total).toHaveBeenCalledTimes(1);
    }
  });

  it("computes neither cursors nor the total unless selected", async () => {
    const { value, encode, total } = connection();
    await run("{ things { nodes { id } edges { node { id } } pageInfo { hasNextPage } } }", value);
    expect(encode).not.toHaveBeenCalled();
    expect(total).not.toHaveBeenCalled();
    await run("{ things { pageInfo { endCursor } } }", value);
    expect(encode).toHaveBeenCalledTimes(1);
  });
});
