import { type ExecutionResult, execute, type GraphQLSchema, isObjectType, parse } from "graphql";
import { type Resolvers, type Weather, worldResolvers } from "./fixture-resolvers.js";

/**
 * Creates the reference implementation: graphql-js executes operations on the composed schema, with the same resolvers as the subgraphs.
 */
export function referenceExecutor(apiSchema: GraphQLSchema, weather: () => Weather) {
  for (const resolvers of Object.values(worldResolvers(weather))) attach(apiSchema, resolvers);
  return async (query: string, variables: Record<string, unknown>): Promise<ExecutionResult> =>
    execute({ schema: apiSchema, document: parse(query), variableValues: variables });
}

function attach(schema: GraphQLSchema, resolvers: Resolvers): void {
  for (const [typeName, fields] of Object.entries(resolvers)) {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) continue;
    for (const [name, resolve] of Object.entries(fields)) {
      const field = type.getFields()[name];
      if (field) field.resolve = resolve as NonNullable<typeof field.resolve>;
    }
  }
}

/**
 * For each error, returns the position of the first null on the error's path. If several errors cause the same null, a server may report
 * any of these errors (GraphQL specification, handling execution errors).
 */
export function placesOf(errors: readonly { path?: readonly (string | number)[] | undefined }[] | undefined, data: unknown): string[] {
  const places = (errors ?? []).map(({ path = [] }) => {
    let value = data;
    for (const [index, part] of path.entries()) {
      if (value === null || value === undefined) return JSON.stringify(path.slice(0, index));
      value = (value as Record<string | number, unknown>)[part];
    }
    return `${JSON.stringify(path)}${value === null ? "" : " is not null"}`;
  });
  return [...new Set(places)].sort();
}
