import { PublicError } from "@offergraph/shared/errors/public-error";
import { hasVariable } from "@offergraph/shared/schema/scalars";
import {
  type ArgumentNode,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parseType,
  TypeInfo,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromAST,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { mergedArguments } from "./merged-arguments.js";
import { operationOf } from "./selections.js";
import type { Variables } from "./variables.js";

/** A document in which variables replace literal arguments. Documents that differ only in literals share a query plan. */
export interface Parameterized {
  readonly document: DocumentNode;
  /**
   * Adds the values of the replaced literals to the client's coerced variables. Throws PublicError BAD_USER_INPUT if a literal contains an
   * invalid variable, for example `[$id]`.
   */
  addLiterals(variables: Variables): void;
}

interface Literal {
  readonly name: string;
  readonly argument: string;
  readonly type: GraphQLInputType;
  readonly node: ValueNode;
}

/**
 * Replaces literal arguments with variables, except in directives and introspection fields. Equal arguments of fields that GraphQL merges
 * share one variable. `document` must have exactly one operation and be valid.
 */
export function parameterize(document: DocumentNode, schema: GraphQLSchema): Parameterized {
  const types = literalTypes(document, schema);
  const groupOf = mergedArguments(document, types);
  const taken = new Set(operationOf(document).variableDefinitions?.map(({ variable }) => variable.name.value));
  const literals = new Map<ArgumentNode, Literal>();
  let count = 0;
  for (const [node, { name: argument, type }] of types) {
    const group = groupOf(node);
    if (literals.has(group)) continue;
    while (taken.has(`literal${count}`)) count++;
    literals.set(group, { name: `literal${count++}`, argument, type, node: group.value });
  }
  const replaced = visit(document, {
    Argument(node): ArgumentNode | false | undefined {
      const literal = types.has(node) ? literals.get(groupOf(node)) : undefined;
      return literal && { ...node, value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: literal.name } } };
    },
  });
  const all = [...literals.values()];
  return { document: withDefinitions(replaced, all), addLiterals: literalValues(all) };
}

function literalTypes(document: DocumentNode, schema: GraphQLSchema): Map<ArgumentNode, GraphQLArgument> {
  const found = new Map<ArgumentNode, GraphQLArgument>();
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Argument(node) {
        const parent = info.getParentType()?.name ?? "__";
        const argument = info.getArgument();
        const isPlanned = !info.getDirective() && !parent.startsWith("__") && !info.getFieldDef()?.name.startsWith("__");
        if (isPlanned && argument && node.value.kind !== Kind.VARIABLE) found.set(node, argument);
        return undefined;
      },
    }),
  );
  return found;
}

/** Defines the new variables, and removes variables that no longer occur. */
function withDefinitions(document: DocumentNode, literals: readonly Literal[]): DocumentNode {
  const used = new Set<string>();
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => {
      used.add(name.value);
    },
  });
  const added = literals.map(
    ({ name, type }): VariableDefinitionNode => ({
      kind: Kind.VARIABLE_DEFINITION,
      variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
      type: parseType(String(type), { noLocation: true }),
    }),
  );
  const defined = (node: OperationDefinitionNode): OperationDefinitionNode => ({
    ...node,
    variableDefinitions: [...(node.variableDefinitions ?? []).filter(({ variable }) => used.has(variable.name.value)), ...added],
  });
  return { ...document, definitions: document.definitions.map((node) => (node.kind === Kind.OPERATION_DEFINITION ? defined(node) : node)) };
}

function literalValues(literals: readonly Literal[]): Parameterized["addLiterals"] {
  const constants: Variables = {};
  const computed: Literal[] = [];
  for (const literal of literals) {
    if (hasVariable(literal.node)) computed.push(literal);
    else constants[literal.name] = valueOfLiteral(literal, undefined);
  }
  return (variables) => {
    Object.assign(variables, constants);
    for (const literal of computed) variables[literal.name] = valueOfLiteral(literal, variables);
  };
}

function valueOfLiteral({ node, type, argument }: Literal, variables: Variables | undefined): unknown {
  const value = valueFromAST(node, type, variables);
  if (value !== undefined) return value;
  throw new PublicError(
    "BAD_USER_INPUT",
    `The argument ${argument} is not a valid ${type}. A variable in the argument is null or missing, but a value is required.`,
    { argument },
  );
}
