import { buildASTSchema, defaultFieldResolver, execute, type GraphQLSchema, parse, printSchema, validate, validateSchema } from "graphql";
import { expect } from "vitest";
import { composeSupergraph } from "../../compose.js";
import { createEngine, type Engine } from "../../engine.js";
import { defaultLimits } from "../../limits.js";
import type { ExecutorName } from "../../plan/run-plan.js";
import { closeClients, createSubgraphClients } from "../../subgraph-client.js";
import { causesOf, nullableSchema, placesOf, strictly } from "../../testing/oracle.js";
import { quietLog } from "../../testing/quiet-log.js";
import { type RandomOperation, randomOperation } from "../../testing/random-operation.js";
import { startSubgraphs } from "../../testing/subgraph-servers.js";
import type { AuditCase } from "./audit.js";
import { referenceResolvers, subgraphSdl } from "./world.js";

// OFFERGRAPH_OPERATIONS=50000 tests more operations. A different OFFERGRAPH_SEED tests different operations.
const randomOperations = Math.ceil(Number(process.env.OFFERGRAPH_OPERATIONS ?? 600) / 100);
const firstSeed = Number(process.env.OFFERGRAPH_SEED ?? 1);
const limits = { ...defaultLimits, errors: 100_000, aliases: 1000, depth: 40 };

/**
 * Executes the queries of a case and random operations through the gateway's engine. Compares the responses with graphql-js on the composed
 * schema.
 */
export async function compareWithReference({ subgraphs, world, queries = [] }: AuditCase, executor: ExecutorName): Promise<void> {
  const sdl = Object.fromEntries(Object.entries(subgraphs).map(([name, text]) => [name, subgraphSdl(text)]));
  const composition = composeSupergraph(Object.entries(sdl).map(([name, text]) => ({ name, sdl: text })));
  if ("errors" in composition) throw new Error(composition.errors.join("\n"));
  const data = world?.() ?? { records: [], root: {} };
  const servers = await startSubgraphs({ sdl, resolvers: () => referenceResolvers(subgraphs, data), rootValue: data.root });
  const clients = createSubgraphClients(servers.addresses, limits);
  try {
    const engine = createEngine({ supergraphSdl: composition.supergraphSdl, limits, log: quietLog, clients, executor });
    const compare = comparison(engine, data.root);
    for (const query of queries) await compare({ query, variables: {} });
    for (let seed = firstSeed; seed < firstSeed + randomOperations; seed++) {
      const operation = randomOperation(engine.apiSchema, seed, { isMisleading: seed % 3 === 0 });
      if (validate(engine.apiSchema, parse(operation.query)).length === 0) await compare(operation);
    }
  } finally {
    await closeClients(clients);
    await servers.stop();
  }
}

/** Returns a function that compares data, nulls with errors, and the causes of errors. */
function comparison(engine: Engine, rootValue: unknown) {
  const schema = buildASTSchema(parse(printSchema(engine.apiSchema)));
  const nullable = nullableSchema(schema);
  expect(validateSchema(schema)).toEqual([]);
  const execution = (on: GraphQLSchema, { query, variables }: RandomOperation) => ({
    ...{ schema: on, document: parse(query), variableValues: variables, rootValue },
  });
  return async (operation: RandomOperation): Promise<void> => {
    const { query, variables } = operation;
    const prepared = engine.prepare(query, undefined);
    const ours = await prepared.execute(prepared.variables(variables), { headers: {}, requestId: "r1", log: quietLog });
    const theirs = await execute(execution(schema, operation));
    const possible = await execute({ ...execution(nullable, operation), fieldResolver: strictly(schema, defaultFieldResolver) });
    const known = new Set(causesOf(possible.errors));
    const answer = JSON.parse(ours.body.toString());
    expect({
      ...{ query, variables, data: JSON.stringify(answer.data), places: placesOf(answer.errors, answer.data) },
      unknownCauses: causesOf(answer.errors).filter((cause) => !known.has(cause)),
    }).toEqual({
      ...{ query, variables, data: JSON.stringify(theirs.data), places: placesOf(theirs.errors, theirs.data) },
      unknownCauses: [],
    });
  };
}
