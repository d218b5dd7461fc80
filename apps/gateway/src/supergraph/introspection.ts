import { type DocumentNode, executeSync, type FieldNode, type GraphQLSchema, Kind, type OperationDefinitionNode } from "graphql";
import type { Selections } from "./project/collect.js";
import type { Variables } from "./variables.js";

const names = new Set(["__schema", "__type"]);

export function isIntrospection(name: string): boolean {
  return names.has(name);
}

/**
 * Answers the introspection fields of an operation from the API schema, under the keys they have in it.
 * `fields`: the operation's root fields of that kind, by key.
 */
export function introspect(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fields: ReadonlyMap<string, readonly FieldNode[]>,
  selections: Selections,
  variables: Variables,
): Record<string, unknown> {
  const set = { kind: Kind.SELECTION_SET, selections: [...fields.values()].flat() } as const;
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [{ ...operation, directives: [], selectionSet: set }, ...selections.fragments.values()] };
  const { data, errors } = executeSync({ schema, document, variableValues: variables });
  if (!data) throw new Error(`Introspection failed: ${errors?.[0]?.message}`);
  return data;
}
