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
import { LRUCache } from "lru-cache";
import type { AccessLevel } from "../access/principal.js";
import { PublicError } from "../errors/public-error.js";
import type { Access } from "../schema/directives.js";
import { chosenOperation, usesOf } from "./document.js";

type Variables = Record<string, unknown>;

/** A document made ready to run, whatever its variables. */
export interface Compiled {
  /** The access level that it needs. */
  readonly level: AccessLevel;
  /** Its root field for the metrics, or "several": never a caller's words. */
  readonly label: string;
  readonly isMutation: boolean;
  /** Runs it. A result without `data` means that the variables were refused. */
  execute(context: unknown, variables: Variables | undefined): ExecutionResult | Promise<ExecutionResult>;
}

export interface Compiler {
  /** Throws PublicError GRAPHQL_PARSE_FAILED, GRAPHQL_VALIDATION_FAILED or OPERATION_NOT_FOUND. */
  compile(query: string, operationName: string | undefined): Compiled;
}

// Texts come with their fragments spread out, so that they tell how large the compiled code is: some 300 bytes a character.
const mostDocuments = 500;
const mostCharacters = 1_000_000;
// Every subgraph with an entity has this scalar, and it takes any value as it is.
const anyType: NamedTypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: "_Any" } };

/**
 * Compiles documents by graphql-jit and keeps the compiled ones; a plan of the gateway comes again and again with other variables.
 * What graphql-jit would get wrong runs on graphql-js.
 */
export function createCompiler(schema: GraphQLSchema, access: ReadonlyMap<string, Access>): Compiler {
  const documents = new LRUCache<string, Compiled>({
    max: mostDocuments,
    maxSize: mostCharacters,
    sizeCalculation: (_compiled, text) => text.length,
  });
  return {
    compile(query, operationName) {
      const name = operationName === undefined ? query : `${operationName}\0${query}`;
      const known = documents.get(name);
      if (known) return known;
      const made = compileNew(schema, access, query, operationName);
      documents.set(name, made);
      return made;
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
): Compiled {
  const document = parsed(query);
  const errors = validate(schema, document);
  if (errors[0]) throw new PublicError("GRAPHQL_VALIDATION_FAILED", errors[0].message, { errors: listed(errors) });
  const operation = chosenOperation(document, operationName);
  const { rootFields, level, hasScalarWithVariable } = usesOf(schema, document, access);
  return {
    level,
    label: rootFields.length === 1 ? (rootFields[0] ?? "none") : "several",
    isMutation: operation.operation === OperationTypeNode.MUTATION,
    execute:
      hasScalarWithVariable || hasInheritedName(operation) ? plain(schema, document, operationName) : fast(schema, document, operation),
  };
}

/** Whether a variable is called as what every object has (toString): where it is not given, graphql-jit would take that. */
function hasInheritedName({ variableDefinitions }: OperationDefinitionNode): boolean {
  return variableDefinitions?.some(({ variable }) => variable.name.value in Object.prototype) ?? false;
}

function plain(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): Compiled["execute"] {
  return (contextValue, variableValues) =>
    execute({ schema, document, operationName, contextValue, variableValues }) as Promise<ExecutionResult>;
}

/**
 * Runs on graphql-jit, but reads the variables by graphql-js: the code that graphql-jit generates for an input type that contains
 * itself, as every filter does, takes seconds to make. So graphql-jit is told that the variables are of a scalar that takes anything.
 */
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
