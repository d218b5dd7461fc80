import { PublicError } from "@offergraph/shared/errors/public-error";
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  NoFragmentCyclesRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
  visit,
} from "graphql";
import { limitOperation } from "./guards.js";
import { enforceLimit, type SupergraphLimits } from "./limits.js";
import { limitOverlaps } from "./overlaps.js";
import { type Fragments, fragmentsOf, operationsOf } from "./selections.js";
import { limitTokens, measureText, parseFailure } from "./text.js";

// Variable names that operations must not use. The gateway's subgraph requests have a variable `representations`, and `__proto__` is
// special in JavaScript.
const takenNames = new Set(["representations", "__proto__"]);

/** Validated operation. AST nodes without locations. Locations refer to all tokens and would fill the cache. */
export interface GoodDocument {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Fragments;
  readonly fields: number;
}

/** Parses and validates a document, and enforces the limits. Throws PublicError, for example TOKEN_LIMIT or GRAPHQL_VALIDATION_FAILED. */
export function readDocument(
  query: string,
  operationName: string | undefined,
  schema: GraphQLSchema,
  limits: SupergraphLimits,
): GoodDocument {
  const { comments, nesting } = measureText(query);
  // Limits the number of comments, because `limitTokens` does not count comments.
  enforceLimit("TOKEN_LIMIT", `The document has ${comments} comments`, comments, limits.tokens);
  limitTokens(query, limits.tokens);
  enforceLimit("NESTING_LIMIT", `The document nests brackets ${nesting} levels deep`, nesting, limits.nesting);
  const document = parseDocument(query);
  if (operationsOf(document).some((node) => node.operation === "subscription"))
    throw invalid([{ message: "Subscriptions are not supported; send a query or a mutation." }]);
  if (usesDirective(document, "defer"))
    throw invalid([{ message: "The directive @defer is not supported; remove the directive. The response then contains all fields." }]);
  const check = (rules: readonly ValidationRule[]) => {
    const errors = validate(schema, document, rules, { maxErrors: limits.errors });
    if (errors.length > 0) throw invalid(errors.map(({ message, locations }) => ({ message, locations })));
  };
  check([NoFragmentCyclesRule]);
  limitOverlaps(document, limits);
  check(specifiedRules);
  dropLocations(document);
  const operation = chooseOperation(operationsOf(document), operationName);
  const taken = operation.variableDefinitions?.find(({ variable }) => takenNames.has(variable.name.value));
  if (taken) throw invalid([{ message: `The variable name $${taken.variable.name.value} is reserved; rename the variable.` }]);
  const fragments = fragmentsOf(document);
  const fields = limitOperation(operation, fragments, schema, limits);
  return { operation, fragments, fields };
}

function usesDirective(document: DocumentNode, name: string): boolean {
  let isUsed = false;
  visit(document, {
    Directive(node) {
      isUsed ||= node.name.value === name;
    },
  });
  return isUsed;
}

/** Removes the locations from the nodes, because only error messages need locations. */
function dropLocations(node: object): void {
  if ("loc" in node) node.loc = undefined;
  for (const member of Object.values(node)) if (typeof member === "object" && member !== null) dropLocations(member);
}

function parseDocument(query: string): DocumentNode {
  try {
    return parse(query);
  } catch (error) {
    throw error instanceof GraphQLError ? parseFailure(error) : error;
  }
}

function invalid(errors: readonly { message: string; locations?: GraphQLError["locations"] }[]): PublicError {
  return new PublicError("GRAPHQL_VALIDATION_FAILED", errors[0]?.message ?? "The document is not valid GraphQL for this schema.", {
    errors,
  });
}

function chooseOperation(operations: readonly OperationDefinitionNode[], name: string | undefined): OperationDefinitionNode {
  const found = name === undefined ? operations : operations.filter((node) => node.name?.value === name);
  const [operation] = found;
  if (operation && found.length === 1) return operation;
  const message = operation
    ? "The document has more than one operation; set operationName."
    : "The document has no operation with this operationName.";
  throw new PublicError("OPERATION_NOT_FOUND", message, { operations: operations.flatMap((node) => node.name?.value ?? []) });
}
