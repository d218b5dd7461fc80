import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { polling } from "@offergraph/testkit/timeouts";
import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery, type IntrospectionQuery } from "graphql";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type GraphQLClient, graphqlClient } from "./src/client.js";
import { connectedClient } from "./src/mcp/client.js";
import { fieldRows } from "./src/mcp/fields.js";
import { credits } from "./src/mcp/scenario/credits.js";
import { jobs } from "./src/mcp/scenario/jobs.js";
import { callTool, runStep, startScenario } from "./src/mcp/scenario/run-step.js";
import { populateSteps } from "./src/mcp/scenario/scenario.js";
import type { ScenarioState } from "./src/mcp/scenario/state.js";
import { type Call, isCall } from "./src/mcp/scenario/step.js";
import { queryOf, selectionLike } from "./src/mcp/selection.js";

const steps = [...populateSteps, ...credits, ...jobs];
const reads = steps.filter(isCall).filter(({ tool }) => /^(get|list|search|validate)_/.test(tool));
const rows = reads.map((call): [string, Call] => [call.tool, call]);
// Polls every 100 ms, because services receive events with a delay.
const pollOften = { ...polling, interval: 100 };

let state: ScenarioState;
let mcp: Client;
let graphql: GraphQLClient;
let schema: GraphQLSchema;
beforeAll(async () => {
  state = await startScenario();
  mcp = await connectedClient(state.baseUrl, state.key, "?toolsets=all");
  graphql = graphqlClient(state.baseUrl, state.key);
  schema = buildClientSchema(await graphql.data<IntrospectionQuery>(getIntrospectionQuery()));
  for (const step of steps) await runStep(mcp, step, state);
});

const isEmpty = (result: unknown) =>
  result === null || (Array.isArray(result) ? result : ((result as { nodes?: unknown[] }).nodes ?? [result])).length === 0;

describe("a read over MCP returns the same as over GraphQL", () => {
  it("covers every query", () => {
    const queries = Object.keys(schema.getQueryType()?.getFields() ?? {});
    expect(new Set(reads.map(({ tool }) => tool))).toEqual(new Set(queries));
  });

  it.each(rows)("%s", async (tool, call) => {
    const input = graphqlInput(call);
    // The first call fails immediately if the tool rejects the input.
    await callTool(mcp, tool, input);
    await vi.waitFor(async () => {
      const { result } = await callTool(mcp, tool, input);
      expect(isEmpty(result), "nothing to compare").toBe(false);
      const query = queryOf(schema, tool, Object.keys(input), (type) => selectionLike(type, [result]));
      expect({ answer: result }).toEqual(await graphql.data(query, input));
    }, pollOften);
  });

  it.each(fieldRows)("$tool, the fields $fields", async ({ tool, fields, selection }) => {
    const call = reads.find((read) => read.tool === tool);
    const input = call ? graphqlInput(call) : {};
    await callTool(mcp, tool, { ...input, fields });
    await vi.waitFor(async () => {
      const { result } = await callTool(mcp, tool, { ...input, fields });
      expect(isEmpty(result), "nothing to compare").toBe(false);
      const usual = selection.includes("...usual") ? selectionLike(typeOf(tool), [(await callTool(mcp, tool, input)).result]) : "";
      const query = queryOf(schema, tool, Object.keys(input), () => selection.replace("...usual", usual.slice(1, -1)));
      expect({ answer: result }).toEqual(await graphql.data(query, input));
    }, pollOften);
  });
});

describe("reads resources of records", () => {
  it.each<[name: string, expected: object]>([
    ["connections", { connections: expect.arrayContaining([expect.objectContaining({ slug: expect.any(String) })]) }],
    ["channels", { channels: expect.arrayContaining([expect.objectContaining({ surface: "WEBSITE" })]) }],
    [
      "held-grants",
      {
        heldGrants: expect.arrayContaining([expect.objectContaining({ trustReasons: expect.arrayContaining(["honeypot_filled"]) })]),
        complete: true,
      },
    ],
  ])("%s", async (name, expected) => {
    const { contents } = await mcp.readResource({ uri: `offergraph://${name}` });
    expect(contents.map((content) => "text" in content && JSON.parse(content.text))).toEqual([expected]);
  });
});

/** Removes `fields`, an argument of the tools only. */
function graphqlInput(call: Call): Record<string, unknown> {
  const { fields, ...input } = call.input(state);
  return input;
}

function typeOf(operation: string) {
  const field = schema.getQueryType()?.getFields()[operation];
  if (!field) throw new Error(`There is no query ${operation}.`);
  return field.type;
}
