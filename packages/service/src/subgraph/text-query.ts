import type { Warning } from "@offergraph/shared/errors/warning";
import {
  type ExecutionResult,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  isNonNullType,
  Kind,
  locatedError,
  type OperationDefinitionNode,
  OperationTypeNode,
} from "graphql";
import { jsonWriter, Unwritable, type WriteJson } from "./text-writer.js";

type Variables = Record<string, unknown>;

/** A result with its `data` as JSON text. If a reader needs the object, the getter `data` parses the text. */
interface TextResult extends ExecutionResult {
  readonly dataText: string;
}

// `data` is an own property, so that a copy of the result by the spread operator contains `data`.
const textResult = (dataText: string): TextResult => ({
  dataText,
  get data() {
    return JSON.parse(dataText);
  },
});

/** Returns the `data` of a result as JSON text. */
export function dataText(result: ExecutionResult): string {
  return (result as Partial<TextResult>).dataText ?? JSON.stringify(result.data);
}

/** Executes a query. `execute` runs the same query on a GraphQL executor. */
type TextQuery = (
  context: unknown,
  variables: Variables,
  execute: () => ExecutionResult | Promise<ExecutionResult>,
) => Promise<ExecutionResult>;

/**
 * Compiles a query with one root field whose nested fields need no context. The result of the root resolver is written directly as JSON.
 * Returns undefined for all other documents. If the result contains an unexpected value, this query and all later executions of the
 * document run on `execute`, which handles errors as the GraphQL specification requires.
 */
export function textQuery(schema: GraphQLSchema, operation: OperationDefinitionNode): TextQuery | undefined {
  const [node, ...others] = operation.selectionSet.selections;
  if (operation.operation !== OperationTypeNode.QUERY || node?.kind !== Kind.FIELD || others.length > 0) return undefined;
  if ([...(operation.directives ?? []), ...(node.directives ?? [])].length > 0) return undefined;
  const parentType = schema.getQueryType() as GraphQLObjectType;
  const field = parentType.getFields()[node.name.value];
  const write = field && jsonWriter(schema, field.type, node.selectionSet);
  if (!field?.resolve || !write) return undefined;
  const { resolve, type: returnType } = field;
  const key = (node.alias ?? node.name).value;
  const info = infoOf(schema, operation, node, { parentType, returnType, fieldName: field.name, key });
  let isWritable = true;
  return async (context, variableValues, execute) => {
    const args = isWritable ? argumentsOf(field, node, variableValues) : undefined;
    if (!args) return execute();
    const { warnings = [] } = context as { warnings?: Warning[] };
    const found = warnings.length;
    let value: unknown;
    try {
      value = await resolve(undefined, args, context, { ...info, variableValues });
    } catch (error) {
      return { data: isNonNullType(returnType) ? null : { [key]: null }, errors: [locatedError(error, [node], [key])] };
    }
    try {
      return textResult(`{"${key}":${await written(value, write)}}`);
    } catch (error) {
      if (error instanceof Unwritable) isWritable = false;
      // `execute` calls the root resolver again, which adds the same warnings again.
      warnings.length = found;
      return execute();
    }
  };
}

/** Returns undefined if an argument is invalid. A GraphQL executor then reports the error. */
function argumentsOf(...given: Parameters<typeof getArgumentValues>): Variables | undefined {
  try {
    return getArgumentValues(...given);
  } catch {
    return undefined;
  }
}

/** The root resolver of entities returns a list of promises. */
async function written(value: unknown, write: WriteJson): Promise<string> {
  return write(Array.isArray(value) ? await Promise.all(value) : value);
}

function infoOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  node: FieldNode,
  { key, ...types }: Pick<GraphQLResolveInfo, "parentType" | "returnType" | "fieldName"> & { key: string },
): Omit<GraphQLResolveInfo, "variableValues"> {
  const path = { prev: undefined, key, typename: types.parentType.name };
  return { ...types, schema, operation, fragments: {}, fieldNodes: [node], path, rootValue: undefined };
}
