import { pino } from "pino";
import { expect, it, vi } from "vitest";
import { startRun } from "../execute/run.js";
import { quietLog } from "../testing/quiet-log.js";
import type { ApolloExecutor } from "./apollo.js";
import type { PlanNode, QueryPlan } from "./nodes.js";
import { type ExecutorContext, planRunner } from "./run-plan.js";

const fetch = (more: object = {}): PlanNode =>
  ({ kind: "Fetch", serviceName: "a", operation: "{ x }", operationName: undefined, operationKind: "query", ...more }) as PlanNode;
const planOf = (node: PlanNode): QueryPlan => ({ kind: "QueryPlan", node });

function contextOf(apollo: ApolloExecutor, executor: ExecutorContext["executor"] = "compiled") {
  const logged: unknown[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line).reason) });
  const context = { clients: new Map(), isOfType: () => true, interfaces: new Set<string>(), executor, apollo, log };
  return { context, logged };
}
const request = { headers: {}, requestId: "r", log: quietLog };

it("a plan that the compiled executor does not support runs on @apollo/gateway, with a log line", async () => {
  const apollo = vi.fn<ApolloExecutor>(async () => []);
  const { context, logged } = contextOf(apollo);
  const rewrites = { outputRewrites: [{ kind: "ValueSetter", path: ["x", "... on T"], setValueTo: 1 }] };
  await planRunner(planOf(fetch(rewrites)), context)(startRun({ v: 1 }, request));
  expect(apollo).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ root: expect.anything(), 0: expect.anything() }), {
    v: 1,
  });
  expect(logged).toEqual(["Unsupported query plan: rewrite at ... on T"]);
});

it("the setting apollo runs each plan on @apollo/gateway, and errors of the executor become internal errors", async () => {
  const apollo = vi.fn<ApolloExecutor>(async () => Promise.reject(new Error("broken plan")));
  const { context } = contextOf(apollo, "apollo");
  const run = startRun({}, request);
  await planRunner(planOf(fetch()), context)(run);
  expect(apollo).toHaveBeenCalledOnce();
  expect(run.errors).toEqual([{ message: expect.stringContaining("Internal error"), path: undefined, extensions: {} }]);
});

it.each<[string, PlanNode]>([
  ["context rewrites", fetch({ contextRewrites: [{ kind: "KeyRenamer", path: [".."], renameKeyTo: "a" }] })],
  ["conditions in paths", { kind: "Flatten", path: ["x|[T]"], node: fetch() }],
  ["Defer", { kind: "Sequence", nodes: [fetch(), { kind: "Defer", primary: {}, deferred: [] }] }],
])("a plan that both executors would execute wrongly is refused: %s", (part, node) => {
  const { context } = contextOf(vi.fn<ApolloExecutor>());
  expect(() => planRunner(planOf(node), context)).toThrow(`Unsupported query plan: ${part}`);
});
