import type { PlanNode, QueryPlan } from "./nodes.js";

/** Part of a query plan that the gateway's own executor does not support. */
export class UnsupportedPlan extends Error {
  constructor(part: string) {
    super(`Unsupported query plan: ${part}`);
  }
}

/** Returns the first part of a plan that the executor of @apollo/gateway would execute wrongly. */
export function unsupportedByAll(plan: QueryPlan): string | undefined {
  return plan.node && unsupportedIn(plan.node);
}

function unsupportedIn(node: PlanNode | NonNullable<QueryPlan["node"]>): string | undefined {
  switch (node.kind) {
    case "Sequence":
    case "Parallel":
      return firstOf(node.nodes);
    case "Flatten":
      if (node.path.some((part) => typeof part !== "string" || part.includes("|"))) return "conditions in paths";
      return unsupportedIn(node.node);
    case "Condition":
      return firstOf([node.ifClause, node.elseClause]);
    case "Fetch":
      return node.contextRewrites?.length ? "context rewrites" : undefined;
    default:
      return node.kind;
  }
}

function firstOf(nodes: readonly (PlanNode | undefined)[]): string | undefined {
  for (const node of nodes) {
    const found = node && unsupportedIn(node);
    if (found !== undefined) return found;
  }
  return undefined;
}
