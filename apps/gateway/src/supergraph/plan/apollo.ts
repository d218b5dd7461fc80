import type { GraphQLDataSource } from "@apollo/gateway";
import { entitiesAt } from "../execute/entities.js";
import { internal } from "../execute/errors.js";
import { type CompiledFetch, representEach, requestRoot } from "../execute/fetch.js";
import { requestEntities } from "../execute/request-entities.js";
import type { Run } from "../execute/run.js";
import { describeFetch, type PlanContext, type RunPlan } from "./compile.js";
import type { FetchNode, PlanNode, QueryPlan, Rewrite } from "./nodes.js";
import { compileRewrites } from "./rewrites.js";

/**
 * Executes a query plan with the executor of @apollo/gateway. `sources` contains the data source of each service in the plan. Returns
 * messages of the executor's own errors.
 */
export type ApolloExecutor = (
  plan: QueryPlan,
  sources: Record<string, GraphQLDataSource>,
  variables: Readonly<Record<string, unknown>>,
) => Promise<string[]>;

const root = "root";

interface RenamingFetch extends CompiledFetch {
  /** Renames keys of the response. The executor itself would skip keys whose value is null, false, 0 or an empty text. */
  readonly rename: ((value: unknown) => void) | undefined;
}

const isRenamer = (rewrite: Rewrite) => rewrite.kind === "KeyRenamer";

/**
 * Executes a plan with the executor of @apollo/gateway, which builds the representations and merges the responses. The gateway sends the
 * requests and records the errors.
 */
export function compileForApollo(plan: QueryPlan | undefined, context: PlanContext, execute: ApolloExecutor): RunPlan {
  if (!plan?.node || plan.node.kind === "Subscription") return async () => {};
  const fetches: RenamingFetch[] = [];
  const numbered = numberFetches(plan.node, [], (node, path) => {
    const rename = compileRewrites(node.outputRewrites?.filter(isRenamer), context.isOfType);
    fetches.push({ ...describeFetch(node, node.operation, path, context), rename });
    const outputRewrites = node.outputRewrites?.filter((rewrite) => !isRenamer(rewrite));
    return { ...node, serviceName: String(fetches.length - 1), ...(outputRewrites && { outputRewrites }) };
  });
  const rooted = startingAt(numbered);
  return async (run) => {
    const sources: Record<string, GraphQLDataSource> = { [root]: { process: async () => ({ data: { [root]: run.data } }) } };
    for (const [index, fetch] of fetches.entries()) sources[index] = sourceOf(fetch, run);
    const reasons = await execute(rooted, sources, run.variables).catch((error: unknown) => [String(error)]);
    // The executor skips a data source if no entity has the required fields.
    if (run.failedFetches.size > 0 || run.deletedEntities.size > 0)
      for (const fetch of fetches) representEach(fetch, entitiesAt(run.data, fetch.path), run, () => {});
    for (const reason of reasons) {
      run.request.log.error({ reason }, "Failed to execute a query plan");
      run.errors.push({ message: internal.message, path: undefined, extensions: {} });
    }
  };
}

/** Puts a first fetch before the plan. The fetch returns `run.data`, the object into which the executor merges all later responses. */
function startingAt(node: PlanNode): QueryPlan {
  const start: FetchNode = { kind: "Fetch", serviceName: root, operation: "", operationName: undefined, operationKind: "query" as never };
  return { kind: "QueryPlan", node: { kind: "Sequence", nodes: [start, { kind: "Flatten", path: [root], node }] } };
}

/** Replaces each fetch with the result of `add`. */
function numberFetches(
  node: PlanNode,
  path: readonly (string | number)[],
  add: (node: FetchNode, path: readonly (string | number)[]) => FetchNode,
): PlanNode {
  switch (node.kind) {
    case "Sequence":
    case "Parallel":
      return { ...node, nodes: node.nodes.map((child) => numberFetches(child, path, add)) };
    case "Flatten":
      return { ...node, node: numberFetches(node.node, [...path, ...node.path], add) };
    case "Condition":
      return {
        ...node,
        ...(node.ifClause && { ifClause: numberFetches(node.ifClause, path, add) }),
        ...(node.elseClause && { elseClause: numberFetches(node.elseClause, path, add) }),
      };
    case "Fetch":
      return add(node, path);
    default:
      return node;
  }
}

function sourceOf(fetch: RenamingFetch, run: Run): GraphQLDataSource {
  return {
    async process({ request }) {
      const entities = entitiesAt(run.data, fetch.path);
      const given: unknown = request.variables?.representations;
      if (!fetch.represent || !Array.isArray(given)) {
        const data = await requestRoot(fetch, entities, run);
        fetch.rename?.(data);
        return { data };
      }
      const places: { index: number; isBlocked: boolean }[] = [];
      representEach(fetch, entities, run, (_representation, index, isBlocked) => places.push({ index, isBlocked }));
      if (places.length !== given.length)
        throw new Error(`Invariant violated: ${given.length} representations for ${places.length} entities.`);
      const groups = places.flatMap(({ index, isBlocked }) => (isBlocked ? [] : [[index]]));
      if (groups.length === 0) return {};
      const representations = given.filter((_representation, position) => !places[position]?.isBlocked).map((one) => JSON.stringify(one));
      const received = await requestEntities(fetch, { entities, groups, representations }, run);
      fetch.rename?.(received);
      const items = received?.values();
      return { data: items && { _entities: places.map(({ isBlocked }) => (isBlocked ? null : items.next().value)) } };
    },
  };
}
