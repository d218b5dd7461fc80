/** The planner's types; supergraph/engine.ts alone imports its code. */
export type {
  FetchDataRewrite as Rewrite,
  FetchNode,
  PlanNode,
  QueryPlan,
  QueryPlanSelectionNode as RequiredSelection,
} from "@apollo/query-planner";
