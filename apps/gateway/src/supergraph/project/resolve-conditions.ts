import { type DirectiveNode, type DocumentNode, type FieldNode, Kind, type SelectionNode, type SelectionSetNode, visit } from "graphql";
import { isIncluded } from "./collect.js";

const isCondition = (directive: DirectiveNode) => directive.name.value === "skip" || directive.name.value === "include";
// Requested instead of fields that are all skipped, so that the subgraph still returns either an object or null.
const filler: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } };

export function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive(node) {
      const value = isCondition(node) ? node.arguments?.[0]?.value : undefined;
      if (value?.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/**
 * Evaluates `@skip` and `@include` before planning, because the planner could merge fetches that have different conditions, and then lose
 * fields.
 */
export function resolveConditions(document: DocumentNode, conditions: Readonly<Record<string, unknown>>): DocumentNode {
  const resolve = (node: SelectionNode): SelectionNode | null | undefined => {
    if (!node.directives?.some(isCondition)) return undefined;
    return isIncluded(node, conditions) ? { ...node, directives: node.directives.filter((directive) => !isCondition(directive)) } : null;
  };
  return visit(document, {
    Field: resolve,
    InlineFragment: resolve,
    FragmentSpread: resolve,
    SelectionSet: {
      leave: (node: SelectionSetNode) => (node.selections.length > 0 ? undefined : { ...node, selections: [filler] }),
    },
  });
}
