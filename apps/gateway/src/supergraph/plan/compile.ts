import { type DocumentNode, Kind, parse, type SelectionSetNode } from "graphql";
import { type CompiledFetch, runFetch } from "../execute/fetch.js";
import type { Run } from "../execute/run.js";
import type { SubgraphClients } from "../subgraph-client.js";
import type { FetchNode, PlanNode, QueryPlan } from "./nodes.js";
import { compileRepresentation } from "./requires.js";
import { compileRewrites } from "./rewrites.js";
import type { IsOfType } from "./typed.js";

/** Runs a part of a plan. Never rejects: failures are recorded in the run. */
export type Step = (run: Run) => Promise<void>;

export interface PlanContext {
  readonly clients: SubgraphClients;
  readonly isOfType: IsOfType;
}

/** Compiles a plan. Throws on unsupported nodes. */
export function compilePlan(plan: QueryPlan, context: PlanContext): Step {
  if (!plan.node) return async () => {};
  if (plan.node.kind === "Subscription") throw new Error("Unsupported query plan: subscription");
  return compileNode(plan.node, [], context);
}

function compileNode(node: PlanNode, path: readonly (string | number)[], context: PlanContext): Step {
  switch (node.kind) {
    case "Sequence": {
      const steps = node.nodes.map((child) => compileNode(child, path, context));
      return async (run) => {
        for (const step of steps) await step(run);
      };
    }
    case "Parallel": {
      const steps = node.nodes.map((child) => compileNode(child, path, context));
      return async (run) => {
        await Promise.all(steps.map((step) => step(run)));
      };
    }
    case "Flatten":
      return compileNode(node.node, [...path, ...node.path], context);
    case "Condition": {
      const { condition } = node;
      const yes = node.ifClause && compileNode(node.ifClause, path, context);
      const no = node.elseClause && compileNode(node.elseClause, path, context);
      return async (run) => {
        await (run.variables[condition] === true ? yes : no)?.(run);
      };
    }
    case "Fetch": {
      const fetch = compileFetch(node, parse(node.operation, { noLocation: true }), node.operation, path, context);
      return (run) => runFetch(fetch, run);
    }
    default:
      throw new Error(`Unsupported query plan node: ${node.kind}`);
  }
}

/** Compiles a fetch; `document` is the parsed `text`. */
export function compileFetch(
  node: FetchNode,
  document: DocumentNode,
  text: string,
  path: readonly (string | number)[],
  context: PlanContext,
): CompiledFetch {
  if (node.contextRewrites?.length) throw new Error("Unsupported query plan: context rewrites");
  if (path.some((part) => typeof part !== "string" || part.includes("|"))) throw new Error("Unsupported query plan: conditions in paths");
  const renames = (node.outputRewrites ?? []).flatMap((rewrite) =>
    rewrite.kind === "KeyRenamer" ? [[rewrite.path.at(-1) ?? "", rewrite.renameKeyTo] as const] : [],
  );
  const rewrittenKeys = new Map(renames);
  const keys = topKeys(document, node.requires !== undefined);
  return {
    subgraph: node.serviceName,
    client: context.clients.get(node.serviceName),
    prefix: `{"query":${JSON.stringify(text)},"variables":`,
    variableNames: node.variableUsages ?? [],
    isMutation: node.operationKind === "mutation",
    path,
    keys: new Set([...keys].map((key) => rewrittenKeys.get(key) ?? key)),
    represent: node.requires && compileRepresentation(node.requires, context.isOfType),
    rewriteInput: compileRewrites(node.inputRewrites, context.isOfType),
    rewriteOutput: compileRewrites(node.outputRewrites, context.isOfType),
    rewrittenKeys,
  };
}

/** Response keys that a fetch adds to its objects, for all types. */
function topKeys(document: DocumentNode, isEntities: boolean): Set<string> {
  const fragments = new Map<string, SelectionSetNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition.selectionSet);
  const keys = new Set<string>();
  const collect = (set: SelectionSetNode | undefined, isTop: boolean): void => {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FRAGMENT_SPREAD) collect(fragments.get(node.name.value), isTop);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet, isTop);
      else if (isTop) keys.add(node.alias?.value ?? node.name.value);
      else collect(node.selectionSet, true);
    }
  };
  for (const definition of document.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION) collect(definition.selectionSet, !isEntities);
  return keys;
}
