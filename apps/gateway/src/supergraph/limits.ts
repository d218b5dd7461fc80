/** Limits of operations, responses and subgraph requests. */
export interface SupergraphLimits {
  /** Tokens of a document. */
  tokens: number;
  /** Nesting of brackets in a document: selections, arguments and literals. */
  nesting: number;
  /** Levels of fields below the operation; introspection is exempt. */
  depth: number;
  /** Distinct aliases of one field in an operation. */
  aliases: number;
  /** Fields of an operation with fragments expanded. */
  fields: number;
  /** Pairs of selections with one response key, and of fragments, which validation has to compare. */
  overlaps: number;
  /** List items and input fields in a request's variables, without the content of JSON scalars. */
  inputMembers: number;
  /** Errors in one response. */
  errors: number;
  /** Cached compiled operations. */
  cachedOperations: number;
  /** Milliseconds from the start of a subgraph request to the end of its response. */
  subgraphTimeoutMs: number;
  /** Bytes of one subgraph response. */
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
