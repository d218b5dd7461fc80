import { type ArgumentNode, type DocumentNode, type FieldNode, type GraphQLArgument, print, type SelectionSetNode } from "graphql";
import { fieldsByKey, fragmentsOf, operationOf } from "./selections.js";

type ArgumentTypes = ReadonlyMap<ArgumentNode, GraphQLArgument>;

/**
 * Groups equal arguments of merged fields, because one variable can replace a group. Returns a function that maps an argument to the first
 * argument of its group.
 */
export function mergedArguments(document: DocumentNode, wanted: ArgumentTypes): (argument: ArgumentNode) => ArgumentNode {
  const fragments = fragmentsOf(document);
  const parents = new Map<ArgumentNode, ArgumentNode>();
  const first = (node: ArgumentNode): ArgumentNode => {
    let top = node;
    for (let next = parents.get(top); next; next = parents.get(top)) top = next;
    if (top !== node) parents.set(node, top);
    return top;
  };
  const join = (node: ArgumentNode, other: ArgumentNode) => {
    const [top, below] = [first(other), first(node)];
    if (top !== below) parents.set(below, top);
  };
  const joinMerged = (sets: readonly SelectionSetNode[]): void => {
    for (const nodes of fieldsByKey(sets, fragments).values()) {
      if (nodes.length > 1) joinEqual(nodes, wanted, join);
      const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (below.length > 0) joinMerged(below);
    }
  };
  joinMerged([operationOf(document).selectionSet]);
  return first;
}

/** Adds equal arguments to the same group. Fields of mutually exclusive types can share a response key and have different arguments. */
function joinEqual(nodes: readonly FieldNode[], wanted: ArgumentTypes, join: (node: ArgumentNode, other: ArgumentNode) => void): void {
  const known = new Map<string, ArgumentNode>();
  for (const field of nodes) {
    for (const argument of field.arguments ?? []) {
      const definition = wanted.get(argument);
      if (!definition) continue;
      const key = `${field.name.value} ${definition.type} ${print(argument)}`;
      const other = known.get(key);
      if (other) join(argument, other);
      else known.set(key, argument);
    }
  }
}
