import { type CompiledFetch, type RewritingFetch, runFetch } from "../execute/fetch.js";
import type { Run } from "../execute/run.js";
import type { SubgraphClients } from "../subgraph-client.js";
import { fetchedKeys } from "./fetched-keys.js";
import type { FetchNode, PlanNode, QueryPlan } from "./nodes.js";
import { compileRepresentation } from "./requires.js";
import { compileRewrites, type IsOfType } from "./rewrites.js";
import { UnsupportedPlan } from "./unsupported-plan.js";

type Path = readonly (string | number)[];

/** Executes a query plan or a part of a query plan. The promise never rejects, because `run` records failures. */
export type RunPlan = (run: Run) => Promise<void>;

export interface PlanContext {
  readonly clients: SubgraphClients;
  readonly isOfType: IsOfType;
  /** Names of the interfaces that some subgraph defines with `@interfaceObject`. */
  readonly interfaces: ReadonlySet<string>;
}

export function compilePlan(plan: QueryPlan | undefined, context: PlanContext): RunPlan {
  if (!plan?.node) return async () => {};
  if (plan.node.kind === "Subscription") throw new UnsupportedPlan("subscription");
  return compileNode(plan.node, [], context);
}

function compileNode(node: PlanNode, path: Path, context: PlanContext): RunPlan {
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
      const fetch = compileFetch(node, node.operation, path, context);
      return (run) => runFetch(fetch, run);
    }
    default:
      throw new UnsupportedPlan(node.kind);
  }
}

/** Compiles a fetch, including the plan's changes of its input and output. Throws UnsupportedPlan. */
export function compileFetch(node: FetchNode, operation: string, path: Path, context: PlanContext): RewritingFetch {
  return {
    ...describeFetch(node, operation, path, context),
    rewriteInput: compileRewrites(node.inputRewrites, context.isOfType),
    rewriteOutput: compileRewrites(node.outputRewrites, context.isOfType),
  };
}

/** Compiles the requests of a fetch. `operation` is the text of the subgraph operation. */
export function describeFetch(node: FetchNode, operation: string, path: Path, context: PlanContext): CompiledFetch {
  const renames = (node.outputRewrites ?? []).flatMap((rewrite) =>
    rewrite.kind === "KeyRenamer" ? [[rewrite.path.at(-1) ?? "", rewrite.renameKeyTo] as const] : [],
  );
  const rewrittenKeys = new Map(renames);
  return {
    subgraph: node.serviceName,
    client: context.clients.get(node.serviceName),
    prefix: `{"query":${JSON.stringify(operation)},"variables":`,
    variableNames: node.variableUsages ?? [],
    isMutation: node.operationKind === "mutation",
    path,
    keys: fetchedKeys(operation, node.requires !== undefined, rewrittenKeys),
    represent: node.requires && compileRepresentation(node.requires, context.isOfType),
    interfaces: context.interfaces,
    rewrittenKeys,
  };
}
