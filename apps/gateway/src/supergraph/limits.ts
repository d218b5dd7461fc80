/** What one operation, one answer and one subgraph request may take; every number is a setting (decisions.md 4). */
export interface SupergraphLimits {
  /** Tokens of a document. */
  tokens: number;
  /** Brackets of any kind that are open at one place of a document: selections, arguments and literals. */
  nesting: number;
  /** Levels of fields below the operation; introspection is exempt. */
  depth: number;
  /** Different aliases of one field in an operation. */
  aliases: number;
  /** Fields of an operation once its fragments are spread out: what the planner has to walk. */
  fields: number;
  /** Pairs of selections in one place that have to agree because they have one response key: validation compares each pair. */
  overlaps: number;
  /** List items and input fields in all variables of a request; the content of JSON scalars is not counted. */
  inputMembers: number;
  /** Errors in one answer. */
  errors: number;
  /** Operations kept compiled. */
  cachedOperations: number;
  /** Milliseconds from the start of a subgraph request to the end of its answer. */
  subgraphTimeoutMs: number;
  /** Bytes of one subgraph answer. */
  subgraphBodyBytes: number;
  /** Connections to one subgraph. */
  subgraphConnections: number;
}

export const defaultLimits: Readonly<SupergraphLimits> = {
  tokens: 2_000,
  nesting: 64,
  depth: 12,
  aliases: 15,
  fields: 4_000,
  overlaps: 5_000,
  inputMembers: 10_000,
  errors: 50,
  cachedOperations: 1_000,
  subgraphTimeoutMs: 15_000,
  subgraphBodyBytes: 32 * 1024 * 1024,
  subgraphConnections: 128,
};
