import { type DocumentNode, parse } from "graphql";
import { type CompiledFetch, runFetch } from "../execute/fetch.js";
import type { Run } from "../execute/run.js";
import { fieldsByKey, fragmentsOf, operationOf } from "../selections.js";
import type { SubgraphClients } from "../subgraph-client.js";
import type { FetchNode, PlanNode, QueryPlan } from "./nodes.js";
import { compileRepresentation } from "./requires.js";
import { compileRewrites, type IsOfType } from "./rewrites.js";

/** Executes a query plan or a part of it. The promise never rejects, because `run` records failures. */
export type RunPlan = (run: Run) => Promise<void>;

export interface PlanContext {
  readonly clients: SubgraphClients;
  readonly isOfType: IsOfType;
}

export function compilePlan(plan: QueryPlan | undefined, context: PlanContext): RunPlan {
  if (!plan?.node) return async () => {};
  if (plan.node.kind === "Subscription") throw new Error("Unsupported query plan: subscription");
  return compileNode(plan.node, [], context);
}

function compileNode(node: PlanNode, path: readonly (string | number)[], context: PlanContext): RunPlan {
  switch (node.kind) {
    case "Sequence": {
      const children = node.nodes.map((child) => compileNode(child, path, context));
      return async (run) => {
        for (const child of children) await child(run);
      };
    }
    case "Parallel": {
      const children = node.nodes.map((child) => compileNode(child, path, context));
      return async (run) => {
        await Promise.all(children.map((child) => child(run)));
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

/** Compiles a fetch. `document` is the parsed form of `text`. */
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

/** Returns the response keys that a fetch can add to its objects, including keys under type conditions. */
function topKeys(document: DocumentNode, isEntities: boolean): Iterable<string> {
  const fragments = fragmentsOf(document);
  const top = fieldsByKey([operationOf(document).selectionSet], fragments);
  if (!isEntities) return top.keys();
  const entitySets = [...top.values()].flat().flatMap(({ selectionSet }) => selectionSet ?? []);
  return fieldsByKey(entitySets, fragments).keys();
}
