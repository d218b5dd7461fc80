import { buildASTSchema, defaultFieldResolver, execute, type GraphQLSchema, parse, printSchema, validate, validateSchema } from "graphql";
import { expect } from "vitest";
import type { Engine } from "../../engine.js";
import type { ExecutorName } from "../../plan/run-plan.js";
import { causesOf, nullableSchema, placesOf, strictly } from "../../testing/oracle.js";
import { type RandomOperation, randomOperation } from "../../testing/random-operation.js";
import type { AuditCase } from "./audit.js";
import { ask, firstSeed, randomOperations, serveCase } from "./served-case.js";

/**
 * Executes the queries of a case and random operations through the gateway's engine. Compares the responses with the responses of
 * graphql-js on the composed schema.
 */
export function compareWithReference(given: AuditCase, executor: ExecutorName): Promise<void> {
  return serveCase(given, async ({ engineOf, fixture }) => {
    const engine = engineOf(executor);
    const compare = comparison(engine, fixture.root);
    for (const query of given.queries ?? []) await compare({ query, variables: {} });
    for (const operation of validOperations(engine, firstSeed)) await compare(operation);
  });
}

/**
 * Makes each subgraph of a case unavailable in turn. Compares the two executors with each other, because graphql-js does not know which
 * fields an unavailable subgraph serves.
 */
export function compareExecutors(given: AuditCase): Promise<void> {
  return serveCase(given, async ({ engineOf, servers }) => {
    const [compiled, apollo] = [engineOf("compiled"), engineOf("apollo")];
    for (const [index, away] of Object.keys(given.subgraphs).entries()) {
      servers.trouble = { [away]: "status" };
      const queries = (given.queries ?? []).map((query) => ({ query, variables: {} }));
      for (const { query, variables } of [...queries, ...validOperations(compiled, firstSeed + 1_000_000 * (index + 1))]) {
        const [ours, theirs] = [await ask(compiled, query, variables), await ask(apollo, query, variables)];
        const summary = ({ data, errors }: typeof ours) => ({
          ...{ away, query, data: JSON.stringify(data), causes: causesOf(errors).sort() },
          wrongPlaces: placesOf(errors, data).filter((place) => place.includes("is not null")),
        });
        expect(summary(ours)).toEqual({ ...summary(theirs), wrongPlaces: [] });
      }
    }
  });
}

function validOperations(engine: Engine, seed: number): RandomOperation[] {
  const operations = Array.from({ length: randomOperations }, (_, index) =>
    randomOperation(engine.apiSchema, seed + index, { isMisleading: (seed + index) % 3 === 0 }),
  );
  return operations.filter(({ query }) => validate(engine.apiSchema, parse(query)).length === 0);
}

/** Returns a function that compares the engine with graphql-js: the data, the causes of errors, and the nulls that have an error. */
function comparison(engine: Engine, rootValue: unknown) {
  const schema = buildASTSchema(parse(printSchema(engine.apiSchema)));
  const nullable = nullableSchema(schema);
  expect(validateSchema(schema)).toEqual([]);
  const execution = (on: GraphQLSchema, { query, variables }: RandomOperation) => ({
    ...{ schema: on, document: parse(query), variableValues: variables, rootValue },
  });
  return async (operation: RandomOperation): Promise<void> => {
    const { query, variables } = operation;
    const ours = await ask(engine, query, variables);
    const theirs = await execute(execution(schema, operation));
    const possible = await execute({ ...execution(nullable, operation), fieldResolver: strictly(schema, defaultFieldResolver) });
    const known = new Set(causesOf(possible.errors));
    expect({
      ...{ query, variables, data: JSON.stringify(ours.data), places: placesOf(ours.errors, ours.data) },
      unknownCauses: causesOf(ours.errors).filter((cause) => !known.has(cause)),
    }).toEqual({
      ...{ query, variables, data: JSON.stringify(theirs.data), places: placesOf(theirs.errors, theirs.data) },
      unknownCauses: [],
    });
  };
}
