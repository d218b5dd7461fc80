/** Query plan, structurally compatible with the planner's types. */
export interface QueryPlan {
  node?: PlanNode | { kind: "Subscription" };
}

export type PlanNode = SequenceNode | ParallelNode | FetchNode | FlattenNode | ConditionNode | { kind: "Defer" };

export interface SequenceNode {
  kind: "Sequence";
  nodes: PlanNode[];
}

export interface ParallelNode {
  kind: "Parallel";
  nodes: PlanNode[];
}

export interface FlattenNode {
  kind: "Flatten";
  /** Response keys from the root; "@" matches every item of a list. */
  path: (string | number)[];
  node: PlanNode;
}

export interface ConditionNode {
  kind: "Condition";
  /** The name of a Boolean variable. */
  condition: string;
  ifClause?: PlanNode;
  elseClause?: PlanNode;
}

export interface FetchNode {
  kind: "Fetch";
  serviceName: string;
  operation: string;
  operationKind: "query" | "mutation" | "subscription";
  variableUsages?: string[];
  /** Fields of the entity representation; absent for fetches of root fields. */
  requires?: RequiredSelection[];
  inputRewrites?: Rewrite[];
  outputRewrites?: Rewrite[];
  contextRewrites?: unknown[];
  hasDefers?: boolean;
}

export type RequiredSelection =
  | { readonly kind: "Field"; readonly alias?: string; readonly name: string; readonly selections?: readonly RequiredSelection[] }
  | { readonly kind: "InlineFragment"; readonly typeCondition?: string; readonly selections: readonly RequiredSelection[] };

/** Changes to data at a path of response keys and `... on Type` conditions. */
export type Rewrite =
  | { kind: "ValueSetter"; path: string[]; setValueTo: unknown }
  | { kind: "KeyRenamer"; path: string[]; renameKeyTo: string };
