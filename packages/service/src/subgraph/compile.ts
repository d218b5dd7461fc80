import type { AccessLevel } from "@offergraph/shared/access/principal";
import { SecondSight } from "@offergraph/shared/cache/second-sight";
import { PublicError } from "@offergraph/shared/errors/public-error";
import type { Access } from "@offergraph/shared/schema/directives";
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  validate,
} from "graphql";
import { compileQuery, isCompiledQuery } from "graphql-jit";
import type { RequestBase } from "./context.js";
import { chosenOperation, usesOf } from "./document.js";

type Variables = Record<string, unknown>;

export interface Compiled {
  readonly level: AccessLevel;
  /** Label for metrics: the name of the only root field, or "several". */
  readonly label: string;
  readonly isMutation: boolean;
  /** If the result has no `data`, the variables were invalid. */
  execute(context: unknown, variables: Variables | undefined): ExecutionResult | Promise<ExecutionResult>;
  /** Like `execute`, but runs mutations one after the other. graphql-jit may start a mutation before the previous mutation has ended. */
  executeInOrder(context: unknown, variables: Variables | undefined): ExecutionResult | Promise<ExecutionResult>;
}

export interface Compiler {
  /** Number of documents with cached code. */
  readonly kept: number;
  /** Throws PublicError GRAPHQL_PARSE_FAILED, GRAPHQL_VALIDATION_FAILED or OPERATION_NOT_FOUND. */
  compile(query: string, operationName: string | undefined): Compiled;
}

// Limits of the cache for compiled code. Compiled code takes about 300 bytes per character of the document.
const maxDocuments = 500;
const maxCharacters = 300_000;
// The scalar `_Any` accepts any value unchanged.
const anyType: NamedTypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: "_Any" } };

/**
 * Returns a compiler for GraphQL documents. The first run of a document uses graphql-js. The second run compiles the document with
 * graphql-jit. Documents that graphql-jit would execute incorrectly always run on graphql-js.
 */
export function createCompiler(schema: GraphQLSchema, access: ReadonlyMap<string, Access>): Compiler {
  const documents = new SecondSight<Compiled>({ max: maxDocuments, maxSize: maxCharacters, sizeOf: (_compiled, text) => text.length });
  return {
    get kept() {
      return documents.size;
    },
    compile(query, operationName) {
      const name = operationName === undefined ? query : `${operationName}\0${query}`;
      return documents.get(name, (isKept) => compileNew(schema, access, query, operationName, isKept));
    },
  };
}

function listed(errors: readonly GraphQLError[]) {
  return errors.map(({ message, locations }) => ({ message, locations }));
}

function parsed(query: string): DocumentNode {
  try {
    return parse(query);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw new PublicError("GRAPHQL_PARSE_FAILED", error.message, { errors: listed([error]) });
  }
}

function compileNew(
  schema: GraphQLSchema,
  access: ReadonlyMap<string, Access>,
  query: string,
  operationName: string | undefined,
  isKept: boolean,
): Compiled {
  const document = parsed(query);
  const errors = validate(schema, document);
  if (errors[0]) throw new PublicError("GRAPHQL_VALIDATION_FAILED", errors[0].message, { errors: listed(errors) });
  const operation = chosenOperation(document, operationName);
  const { rootFields, level, hasScalarWithVariable, hasInheritedAlias, selected } = usesOf(schema, document, access);
  const isFast = isKept && !hasScalarWithVariable && !hasInheritedAlias && !hasInheritedName(operation);
  const withSelection =
    (run: Compiled["execute"]): Compiled["execute"] =>
    (context, variables) => {
      if (context) (context as Pick<RequestBase, "selected">).selected = selected;
      return run(context, variables);
    };
  return {
    level,
    label: rootFields.length === 1 ? (rootFields[0] ?? "none") : "several",
    isMutation: operation.operation === OperationTypeNode.MUTATION,
    execute: withSelection(isFast ? fast(schema, document, operation) : plain(schema, document, operationName)),
    executeInOrder: withSelection(plain(schema, document, operationName)),
  };
}

/**
 * True if a variable has the name of an inherited property, for example `toString`. If the caller omits the variable, graphql-jit would
 * read the inherited property.
 */
function hasInheritedName({ variableDefinitions }: OperationDefinitionNode): boolean {
  return variableDefinitions?.some(({ variable }) => variable.name.value in Object.prototype) ?? false;
}

function plain(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): Compiled["execute"] {
  return (contextValue, variableValues) =>
    execute({ schema, document, operationName, contextValue, variableValues }) as Promise<ExecutionResult>;
}

/** Compiles a document with graphql-jit. graphql-js coerces the variables, because graphql-jit needs seconds for recursive input types. */
function fast(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Compiled["execute"] {
  const operationName = operation.name?.value;
  if (!schema.getType(anyType.name.value)) return plain(schema, document, operationName);
  const variableDefinitions = (operation.variableDefinitions ?? []).map((definition) => ({
    ...definition,
    type: anyType,
    defaultValue: undefined,
  }));
  const untyped = document.definitions.map((definition) => (definition === operation ? { ...operation, variableDefinitions } : definition));
  const options = { disablingCapturingStackErrors: true };
  const compiled = compileQuery(schema, { kind: Kind.DOCUMENT, definitions: untyped }, operationName ?? "", options);
  if (!isCompiledQuery(compiled)) return plain(schema, document, operationName);
  return (context, given) => {
    const variables = getVariableValues(schema, operation.variableDefinitions ?? [], given ?? {}, { maxErrors: 50 });
    if (variables.errors) return { errors: variables.errors };
    return compiled.query(undefined, context, variables.coerced) as Promise<ExecutionResult>;
  };
}
