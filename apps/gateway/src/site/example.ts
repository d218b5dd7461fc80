import { type ArgumentNode, type GraphQLField, isRequiredArgument, Kind, parse, print, type VariableDefinitionNode, visit } from "graphql";
import type { Tool } from "../mcp/tool.js";
import type { ExampleDoc, SchemaSource } from "./operations.js";
import { sampleOf } from "./sample.js";

/**
 * Makes an example call with the required arguments, and with a small `first` for lists. The example selects the same fields as the MCP
 * tool.
 */
export function exampleOf(
  { name, type, document }: Pick<Tool, "name" | "type" | "document">,
  field: GraphQLField<unknown, unknown>,
  source: SchemaSource,
): ExampleDoc {
  const root = type === "query" ? "Query" : "Mutation";
  const wanted = field.args.filter((argument) => isRequiredArgument(argument) || argument.name === "first");
  const given = wanted.length > 0 || type === "query" ? wanted : field.args.slice(0, 1);
  const variables = Object.fromEntries(
    given.map((argument) => [argument.name, sampleOf(argument, `${root}.${name}(${argument.name}:)`, source)]),
  );
  return { query: print(named(parse(document(undefined), { noLocation: true }), name, variables)), variables };
}

/** Gives the operation a name, and removes each argument whose variable has no value in the example. */
function named(document: ReturnType<typeof parse>, field: string, variables: Record<string, unknown>): ReturnType<typeof parse> {
  const isGiven = ({ value }: ArgumentNode) => value.kind !== Kind.VARIABLE || value.name.value in variables;
  return visit(document, {
    OperationDefinition: (node) => ({
      ...node,
      name: { kind: Kind.NAME, value: titleOf(field) },
      variableDefinitions: node.variableDefinitions?.filter(({ variable }: VariableDefinitionNode) => variable.name.value in variables),
    }),
    Field: (node) => ({ ...node, arguments: node.arguments?.filter(isGiven) }),
  });
}

function titleOf(name: string): string {
  return name
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}
