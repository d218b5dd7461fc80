/** Types of @apollo/query-planner. Except in tests, only supergraph/engine.ts imports code from @apollo/query-planner. */
export type {
  FetchDataRewrite as Rewrite,
  FetchNode,
  PlanNode,
  QueryPlan,
  QueryPlanSelectionNode as RequiredSelection,
} from "@apollo/query-planner";
