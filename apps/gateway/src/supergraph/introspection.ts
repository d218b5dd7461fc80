import {
  type DocumentNode,
  executeSync,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from "graphql";
import type { Variables } from "./variables.js";

export function isIntrospection(name: string): boolean {
  return name === "__schema" || name === "__type";
}

/** Executes the introspection fields of an operation against the API schema. */
export function introspect(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fields: readonly FieldNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Variables,
): Record<string, unknown> {
  const asked: OperationDefinitionNode = { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections: fields } };
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [asked, ...fragments.values()] };
  const { data, errors } = executeSync({ schema, document, variableValues: variables });
  if (!data) throw new Error(`Introspection failed: ${errors?.[0]?.message}`);
  return data;
}
