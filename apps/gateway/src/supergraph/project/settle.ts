import { type DirectiveNode, type DocumentNode, type FieldNode, Kind, type SelectionNode, type SelectionSetNode, visit } from "graphql";
import { isIncluded } from "./collect.js";

const isCondition = (directive: DirectiveNode) => directive.name.value === "skip" || directive.name.value === "include";
const filler: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } };

/** The variables that `@skip` and `@include` depend on. */
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
 * The document with `@skip` and `@include` settled, as the planner gets it: it merges fetches under different conditions into one
 * that then lacks what was skipped. A selection of which nothing is left asks for `__typename`, to learn whether the object is there.
 */
export function settleConditions(document: DocumentNode, conditions: Readonly<Record<string, unknown>>): DocumentNode {
  const settle = (node: SelectionNode): SelectionNode | null | undefined => {
    if (!node.directives?.some(isCondition)) return undefined;
    return isIncluded(node, conditions) ? { ...node, directives: node.directives.filter((directive) => !isCondition(directive)) } : null;
  };
  return visit(document, {
    Field: settle,
    InlineFragment: settle,
    FragmentSpread: settle,
    SelectionSet: {
      leave: (node: SelectionSetNode) => (node.selections.length > 0 ? undefined : { ...node, selections: [filler] }),
    },
  });
}
