/** Types of the planner without its code. Only supergraph/engine.ts imports the planner's code. */
export type {
  FetchDataRewrite as Rewrite,
  FetchNode,
  PlanNode,
  QueryPlan,
  QueryPlanSelectionNode as RequiredSelection,
} from "@apollo/query-planner";
