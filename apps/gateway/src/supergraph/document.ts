import { PublicError } from "@offergraph/shared/errors/public-error";
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoFragmentCyclesRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from "graphql";
import { limitOperation } from "./guards.js";
import type { SupergraphLimits } from "./limits.js";
import { limitOverlaps } from "./overlaps.js";
import { limitComments, limitNesting, measureText } from "./text.js";
import { limitTokens, parseFailure } from "./tokens.js";

// The first is the engine's own; a variable called as the second is lost where an object is made of variables.
const takenNames = new Set(["representations", "__proto__"]);

/** One operation of a document that was found good, without locations: each of them would hold all tokens of the document. */
export interface GoodDocument {
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** How many fields it has, its fragments spread out. */
  readonly fields: number;
}

/**
 * Reads a client's document: text and tokens measured, parsed, validated against the API schema, the operation chosen and measured.
 * Throws PublicError TOKEN_LIMIT, NESTING_LIMIT, GRAPHQL_PARSE_FAILED, OVERLAP_LIMIT, GRAPHQL_VALIDATION_FAILED, OPERATION_NOT_FOUND,
 * DEPTH_LIMIT, FIELD_LIMIT or ALIAS_LIMIT.
 */
export function readDocument(
  query: string,
  operationName: string | undefined,
  schema: GraphQLSchema,
  limits: SupergraphLimits,
): GoodDocument {
  const text = measureText(query);
  limitComments(text, limits.tokens);
  limitTokens(query, limits.tokens);
  limitNesting(text, limits.nesting);
  const document = parseDocument(query);
  if (operationsOf(document).some((node) => node.operation === "subscription"))
    throw invalid([{ message: "Subscriptions are not served here: send a query or a mutation." }]);
  const check = (rules: readonly ValidationRule[]) => {
    const errors = validate(schema, document, rules, { maxErrors: limits.errors });
    if (errors.length > 0) throw invalid(errors.map(({ message, locations }) => ({ message, locations })));
  };
  check([NoFragmentCyclesRule]);
  limitOverlaps(document, limits);
  check(specifiedRules);
  dropLocations(document);
  const { definitions } = document;
  const operation = chooseOperation(operationsOf({ definitions }), operationName);
  const taken = operation.variableDefinitions?.find(({ variable }) => takenNames.has(variable.name.value));
  if (taken) throw invalid([{ message: `The variable name $${taken.variable.name.value} is taken: choose another one.` }]);
  const fragments = new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
  );
  const fields = limitOperation(operation, fragments, schema, limits);
  return { operation, fragments, fields };
}

/** Takes the locations out of a document that is validated: to parse it again would cost as much as everything before. */
function dropLocations(node: object): void {
  if ("loc" in node) node.loc = undefined;
  for (const member of Object.values(node)) if (typeof member === "object" && member !== null) dropLocations(member);
}

function operationsOf({ definitions }: Pick<DocumentNode, "definitions">): OperationDefinitionNode[] {
  return definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
}

function parseDocument(query: string): DocumentNode {
  try {
    return parse(query);
  } catch (error) {
    throw error instanceof GraphQLError ? parseFailure(error) : error;
  }
}

function invalid(errors: readonly { message: string; locations?: GraphQLError["locations"] }[]): PublicError {
  return new PublicError("GRAPHQL_VALIDATION_FAILED", errors[0]?.message ?? "The document is not valid.", { errors });
}

function chooseOperation(operations: readonly OperationDefinitionNode[], name: string | undefined): OperationDefinitionNode {
  const found = name === undefined ? operations : operations.filter((node) => node.name?.value === name);
  const [operation] = found;
  if (operation && found.length === 1) return operation;
  const message = operation
    ? "The document has more than one operation: say which one by operationName."
    : "The document has no operation of that name.";
  throw new PublicError("OPERATION_NOT_FOUND", message, { operations: operations.flatMap((node) => node.name?.value ?? []) });
}
