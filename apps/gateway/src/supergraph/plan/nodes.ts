/** Types of @apollo/query-planner. Except in tests, only supergraph/engine.ts imports code from this package. */
export type {
  FetchDataRewrite as Rewrite,
  FetchNode,
  PlanNode,
  QueryPlan,
  QueryPlanSelectionNode as RequiredSelection,
} from "@apollo/query-planner";
