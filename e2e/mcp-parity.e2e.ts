import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { polling } from "@offergraph/shared/testing/timeouts";
import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery, type IntrospectionQuery } from "graphql";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type GraphQLClient, graphqlClient } from "./src/client.js";
import { connectedClient } from "./src/mcp/client.js";
import { fieldRows } from "./src/mcp/fields.js";
import { queryOf, selectionLike } from "./src/mcp/selection.js";
import type { Known } from "./src/mcp/story/known.js";
import { type Call, isCall } from "./src/mcp/story/step.js";
import { untilItIsFull } from "./src/mcp/story/story.js";
import { ask, storyBegins, tell } from "./src/mcp/story/tell.js";

const reads = untilItIsFull.filter(isCall).filter(({ tool }) => /^(get|list|search)_/.test(tool));
const rows = reads.map((call): [string, Call] => [call.tool, call]);
// News between services may still change what is read.
const patiently = { ...polling, interval: 100 };

let known: Known;
let mcp: Client;
let graphql: GraphQLClient;
let schema: GraphQLSchema;
beforeAll(async () => {
  known = await storyBegins();
  mcp = await connectedClient(known.baseUrl, known.key);
  graphql = graphqlClient(known.baseUrl, known.key);
  schema = buildClientSchema(await graphql.data<IntrospectionQuery>(getIntrospectionQuery()));
  for (const step of untilItIsFull) await tell(mcp, step, known);
});

const isEmpty = (result: unknown) =>
  result === null || (Array.isArray(result) ? result : ((result as { nodes?: unknown[] }).nodes ?? [result])).length === 0;

describe("a read over MCP gives what GraphQL gives", () => {
  it("of every query that there is", () => {
    const queries = Object.keys(schema.getQueryType()?.getFields() ?? {});
    expect(reads.map(({ tool }) => tool).sort()).toEqual(queries.sort());
    expect(queries).toHaveLength(35);
  });

  it.each(rows)("%s", async (tool, call) => {
    const input = call.input(known);
    // What is refused stays refused.
    await ask(mcp, tool, input);
    await vi.waitFor(async () => {
      const { result } = await ask(mcp, tool, input);
      expect(isEmpty(result), "nothing to compare").toBe(false);
      const query = queryOf(schema, tool, Object.keys(input), (type) => selectionLike(type, [result]));
      expect({ answer: result }).toEqual(await graphql.data(query, input));
    }, patiently);
  });

  it.each(fieldRows)("$tool, the fields $fields", async ({ tool, fields, selection }) => {
    const input = reads.find((call) => call.tool === tool)?.input(known) ?? {};
    await ask(mcp, tool, { ...input, fields });
    await vi.waitFor(async () => {
      const { result } = await ask(mcp, tool, { ...input, fields });
      expect(isEmpty(result), "nothing to compare").toBe(false);
      const usual = selection.includes("...usual") ? selectionLike(typeOf(tool), [(await ask(mcp, tool, input)).result]) : "";
      const query = queryOf(schema, tool, Object.keys(input), () => selection.replace("...usual", usual.slice(1, -1)));
      expect({ answer: result }).toEqual(await graphql.data(query, input));
    }, patiently);
  });
});

describe("a resource of records is read", () => {
  it.each<[name: string, told: object]>([
    ["connections", { connections: expect.arrayContaining([expect.objectContaining({ slug: expect.any(String) })]) }],
    ["channels", { channels: expect.arrayContaining([expect.objectContaining({ surface: "WEBSITE" })]) }],
    // The story has decided about all of its own.
    ["held-grants", { heldGrants: [], complete: true }],
  ])("%s", async (name, told) => {
    const { contents } = await mcp.readResource({ uri: `offergraph://${name}` });
    expect(contents.map((content) => "text" in content && JSON.parse(content.text))).toEqual([told]);
  });
});

function typeOf(operation: string) {
  const field = schema.getQueryType()?.getFields()[operation];
  if (!field) throw new Error(`There is no query ${operation}.`);
  return field.type;
}
