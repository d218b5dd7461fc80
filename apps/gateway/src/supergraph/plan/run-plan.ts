import type { Logger } from "@offergraph/shared/log/logger";
import { type ApolloExecutor, compileForApollo } from "./apollo.js";
import { compilePlan, type PlanContext, type RunPlan } from "./compile.js";
import type { QueryPlan } from "./nodes.js";
import { UnsupportedPlan, unsupportedByAll } from "./unsupported-plan.js";

/** Executors of query plans: the gateway's own executor, or the executor of @apollo/gateway. */
export type ExecutorName = "compiled" | "apollo";

export interface ExecutorContext extends PlanContext {
  readonly executor: ExecutorName;
  readonly apollo: ApolloExecutor;
  readonly log: Logger;
}

/**
 * Compiles a plan for the selected executor. If the gateway's own executor does not support the plan, uses the executor of @apollo/gateway.
 * Throws an Error if both executors would return wrong data.
 */
export function planRunner(plan: QueryPlan | undefined, context: ExecutorContext): RunPlan {
  const unsupported = plan && unsupportedByAll(plan);
  if (unsupported !== undefined) throw new UnsupportedPlan(unsupported);
  if (context.executor === "apollo") return compileForApollo(plan, context, context.apollo);
  try {
    return compilePlan(plan, context);
  } catch (error) {
    if (!(error instanceof UnsupportedPlan)) throw error;
    context.log.warn({ reason: error.message }, "Executing a query plan with @apollo/gateway");
    return compileForApollo(plan, context, context.apollo);
  }
}
