import { type GraphQLOutputType, type GraphQLSchema, getNamedType, getNullableType, isListType, isObjectType } from "graphql";

/** Returns a GraphQL selection of all fields in `values`. If an object field is always null, selects only its `__typename`. */
export function selectionLike(type: GraphQLOutputType, values: readonly unknown[]): string {
  const nullable = getNullableType(type);
  if (isListType(nullable))
    return selectionLike(
      nullable.ofType,
      values.flatMap((value) => (Array.isArray(value) ? value : [])),
    );
  const named = getNamedType(nullable);
  if (!isObjectType(named)) return "";
  const records = values.filter((value): value is Record<string, unknown> => typeof value === "object" && value !== null);
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  if (names.length === 0) return "{ __typename }";
  const parts = names.map((name) => {
    const field = named.getFields()[name];
    if (!field) throw new Error(`The response has the field ${named.name}.${name}, which is not in the public schema.`);
    return `${name} ${selectionLike(
      field.type,
      records.map((record) => record[name]),
    )}`;
  });
  return `{ ${parts.join(" ")} }`;
}

export function queryOf(
  schema: GraphQLSchema,
  operation: string,
  given: readonly string[],
  selection: (type: GraphQLOutputType) => string,
): string {
  const field = schema.getQueryType()?.getFields()[operation];
  if (!field) throw new Error(`The public schema has no query ${operation}.`);
  const args = given.map((name) => {
    const argument = field.args.find((one) => one.name === name);
    if (!argument) throw new Error(`${operation} has no argument ${name} in the public schema.`);
    return argument;
  });
  const variables = args.length === 0 ? "" : `(${args.map(({ name, type }) => `$${name}: ${type}`).join(", ")})`;
  const passed = args.length === 0 ? "" : `(${args.map(({ name }) => `${name}: $${name}`).join(", ")})`;
  return `query ${variables} { answer: ${operation}${passed} ${selection(field.type)} }`;
}
