import {
  buildASTSchema,
  type ExecutionResult,
  execute,
  type FieldDefinitionNode,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  printSchema,
  type TypeNode,
  visit,
} from "graphql";
import { internal, unanswered, unavailable } from "../execute/errors.js";
import { type Resolvers, type Weather, worldResolvers } from "./fixture-resolvers.js";

type Reference = (query: string, variables: Record<string, unknown>) => Promise<ExecutionResult>;
type Resolver = GraphQLFieldResolver<never, unknown>;

/** Failures of the reference implementation. `away` returns the name of an unavailable subgraph. */
export interface ReferenceOptions {
  weather(): Weather;
  away?(): string | undefined;
}

/** Creates the reference implementation: graphql-js with the composed schema and the subgraphs' resolvers. */
export function referenceExecutor(apiSchema: GraphQLSchema, { weather, away = () => undefined }: ReferenceOptions): Reference {
  const schema = buildASTSchema(parse(printSchema(apiSchema)));
  attach(schema, worldResolvers(weather), (resolve, field, subgraph) => failing(resolve, field, subgraph, away));
  return executorOf(schema);
}

/**
 * Creates a reference implementation that returns all errors of all fields. All fields are nullable, so an error never stops other fields.
 */
export function causeExecutor(apiSchema: GraphQLSchema, { weather, away = () => undefined }: ReferenceOptions): Reference {
  const schema = nullableSchema(apiSchema);
  attach(schema, worldResolvers(weather), (resolve, field, subgraph) => strictly(apiSchema, failing(resolve, field, subgraph, away)));
  return executorOf(schema);
}

/** Returns a copy of a schema in which all fields are nullable. */
export function nullableSchema(schema: GraphQLSchema): GraphQLSchema {
  return buildASTSchema(visit(parse(printSchema(schema)), { FieldDefinition: withoutNonNull }));
}

/** Returns a resolver that throws an error if a non-null field is null. */
export function strictly<Source>(
  strict: GraphQLSchema,
  resolve: GraphQLFieldResolver<Source, unknown>,
): GraphQLFieldResolver<Source, unknown> {
  return (source, args, context, info) => {
    const value = resolve(source, args, context, info);
    const type = strict.getType(info.parentType.name);
    const field = isObjectType(type) ? type.getFields()[info.fieldName] : undefined;
    if (value === null && isNonNullType(field?.type)) throw new Error(`Cannot return null for non-nullable field ${info.fieldName}.`);
    return value;
  };
}

function executorOf(schema: GraphQLSchema): Reference {
  return async (query, variables) => execute({ schema, document: parse(query), variableValues: variables });
}

function withoutNonNull(node: FieldDefinitionNode): FieldDefinitionNode {
  const nullable = (type: TypeNode): TypeNode => {
    if (type.kind === Kind.NON_NULL_TYPE) return nullable(type.type);
    return type.kind === Kind.LIST_TYPE ? { ...type, type: nullable(type.type) } : type;
  };
  return { ...node, type: nullable(node.type) };
}

/** Returns a resolver that throws while the field's subgraph is unavailable. */
function failing(resolve: Resolver, field: string, subgraph: string, away: () => string | undefined): Resolver {
  return (...given) => {
    const isAway = away() === subgraph || (field === "Item.shipping" && away() === "catalog");
    if (!isAway) return resolve(...given);
    const { code, message } = field.startsWith("Mutation.") ? unanswered : unavailable;
    throw Object.assign(new Error(message), { extensions: { code } });
  };
}

function attach(
  schema: GraphQLSchema,
  subgraphs: Record<string, Resolvers>,
  wrap: (resolve: Resolver, field: string, subgraph: string) => Resolver,
): void {
  for (const [subgraph, types] of Object.entries(subgraphs)) {
    for (const [typeName, fields] of Object.entries(types)) {
      const type = schema.getType(typeName);
      if (!isObjectType(type)) continue;
      for (const [name, resolve] of Object.entries(fields)) {
        const field = type.getFields()[name];
        if (field) field.resolve = wrap(resolve as Resolver, `${typeName}.${name}`, subgraph) as NonNullable<typeof field.resolve>;
      }
    }
  }
}

interface PathError {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Returns path, code and message of each error. Omits the messages of errors without a code, because the gateway does not return them. */
export function causesOf(errors: readonly PathError[] | undefined): string[] {
  return (errors ?? []).map(({ path, message, extensions }) => {
    const code = extensions?.code ?? internal.code;
    return JSON.stringify([path, code, ...(code === internal.code ? [] : [message])]);
  });
}

/**
 * For each error, returns the path of the first null on the error's path. Of several errors that cause the same null, a server may report
 * any (GraphQL specification).
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
