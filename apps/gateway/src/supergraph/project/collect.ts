import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import type { Fragments } from "../selections.js";

export interface Selections {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly conditions: Readonly<Record<string, unknown>>;
}

export function isIncluded(node: SelectionNode, conditions: Readonly<Record<string, unknown>>): boolean {
  for (const directive of node.directives ?? []) {
    const name = directive.name.value;
    if (name !== "skip" && name !== "include") continue;
    const value = directive.arguments?.find((argument) => argument.name.value === "if")?.value;
    const holds = value?.kind === Kind.VARIABLE ? conditions[value.name.value] === true : value?.kind === Kind.BOOLEAN && value.value;
    if (holds === (name === "skip")) return false;
  }
  return true;
}

/** Groups the selected fields by response key, in the order of the response (GraphQL specification, CollectFields). */
export function collectFields(
  selections: Selections,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): ReadonlyMap<string, FieldNode[]> {
  const found = new Map<string, FieldNode[]>();
  const visited = new Set<string>();
  const applies = (condition: string | undefined) => {
    if (condition === undefined || condition === type.name) return true;
    const wanted = selections.schema.getType(condition);
    return isAbstractType(wanted) && selections.schema.isSubType(wanted, type);
  };
  const take = (node: FieldNode) => {
    const key = node.alias?.value ?? node.name.value;
    const group = found.get(key);
    if (group) group.push(node);
    else found.set(key, [node]);
  };
  const spread = (name: string) => {
    const fragment = visited.has(name) ? undefined : selections.fragments.get(name);
    visited.add(name);
    if (fragment && applies(fragment.typeCondition.name.value)) collect(fragment.selectionSet);
  };
  const collect = (set: SelectionSetNode) => {
    for (const node of set.selections) {
      if (!isIncluded(node, selections.conditions)) continue;
      if (node.kind === Kind.FIELD) take(node);
      else if (node.kind === Kind.FRAGMENT_SPREAD) spread(node.name.value);
      else if (applies(node.typeCondition?.name.value)) collect(node.selectionSet);
    }
  };
  for (const set of sets) collect(set);
  return found;
}
