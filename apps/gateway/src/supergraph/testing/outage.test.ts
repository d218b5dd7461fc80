import { operationFromDocument, Supergraph } from "@apollo/federation-internals";
import { LocalGraphQLDataSource } from "@apollo/gateway";
import { executeQueryPlan, type ServiceMap } from "@apollo/gateway/dist/executeQueryPlan.js";
import { buildOperationContext } from "@apollo/gateway/dist/operationContext.js";
import { QueryPlanner } from "@apollo/query-planner";
import { type DocumentNode, parse, validate } from "graphql";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fixtureSupergraph, type Harness, startHarness } from "./harness.js";
import { placesOf } from "./oracle.js";
import { randomOperation } from "./random-operation.js";

// A larger `OFFERGRAPH_OPERATIONS`, for example 50000, tests more operations.
const operations = Math.ceil(Number(process.env.OFFERGRAPH_OPERATIONS ?? 600) / 4);
const names = ["catalog", "people", "stock"];

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ errors: 100_000, aliases: 1000, depth: 40 });
});
afterAll(() => harness.stop());

/** Returns a function that executes operations with @apollo/gateway while a subgraph is unavailable. */
function gatewayExecutor() {
  const supergraph = Supergraph.build(fixtureSupergraph());
  const apiSchema = supergraph.apiSchema();
  const planner = new QueryPlanner(supergraph);
  const [everything, schema] = [supergraph.schema.toGraphQLJSSchema(), apiSchema.toGraphQLJSSchema()];
  return async (document: DocumentNode, variables: Record<string, unknown>, away: string) => {
    const services = names.map((name) => {
      const process = async () => Promise.reject(new Error("away"));
      return [name, name === away ? { process } : new LocalGraphQLDataSource(harness.subgraphs.schemas[name] as never)] as const;
    });
    const request = { request: { variables }, context: {}, metrics: {} };
    const plan = planner.buildQueryPlan(operationFromDocument(apiSchema, document));
    const context = buildOperationContext({ schema, operationDocument: document });
    return executeQueryPlan(plan, Object.fromEntries(services) as ServiceMap, request as never, context, everything, apiSchema);
  };
}

it(`with a subgraph away, ${operations} random operations have the data that @apollo/gateway's executor has, and an error at every place`, {
  timeout: 3_600_000,
}, async () => {
  const theirExecutor = gatewayExecutor();
  let [done, withErrors] = [0, 0];
  for (let seed = 7_000_000; done < operations; seed++) {
    const { query, variables } = randomOperation(harness.engine.apiSchema, seed, { isMisleading: false });
    const document = parse(query);
    // Skips operations for which @apollo/gateway loses fields.
    if (/@skip|@include|on Thing/.test(query) || validate(harness.engine.apiSchema, document).length > 0) continue;
    const away = names[seed % 3] as string;
    harness.subgraphs.trouble = { [away]: "status" };
    const ours = await harness.ask(query, variables);
    const coerced = harness.engine.prepare(query, undefined).variables(variables);
    const theirs = await theirExecutor(document, coerced, away);
    // Ignores the order of keys, because differential.test.ts checks the order.
    expect({ seed, query, data: ours.data }).toEqual({ seed, query, data: JSON.parse(JSON.stringify(theirs.data)) });
    expect(ours.errors !== undefined, query).toBe(theirs.errors !== undefined);
    expect(
      ours.errorCodes.every((code) => code === "SUBGRAPH_UNAVAILABLE"),
      query,
    ).toBe(true);
    expect(
      placesOf(ours.errors, ours.data).filter((place) => place.includes("not null")),
      query,
    ).toEqual([]);
    withErrors += ours.errors ? 1 : 0;
    done++;
  }
  expect(withErrors).toBeGreaterThan(operations / 10);
});
