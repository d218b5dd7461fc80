import { PublicError } from "@offergraph/shared/errors/public-error";

/** Limits of operations, responses and subgraph requests. */
export const defaultLimits = {
  tokens: 2_000,
  /** Maximum nesting of brackets in a document: selections, arguments and literals. */
  nesting: 64,
  /** Levels of nested fields in an operation; introspection is exempt. */
  depth: 12,
  /** Distinct aliases of one field in an operation. */
  aliases: 15,
  /** Fields of an operation with fragments expanded. */
  fields: 4_000,
  /** Pairs of selections with the same response key, and pairs of fragments, that validation has to compare. */
  overlaps: 5_000,
  /** List items and input fields in a request's variables, without the content of JSON scalars. */
  inputMembers: 10_000,
  /** Errors in one response. */
  errors: 50,
  cachedOperations: 1_000,
  /** Milliseconds from the start of a subgraph request to the end of its response. */
  subgraphTimeoutMs: 15_000,
  subgraphBodyBytes: 32 * 1024 * 1024,
  /** Connections to one subgraph. */
  subgraphConnections: 128,
};

export type SupergraphLimits = Readonly<typeof defaultLimits>;

/** Throws PublicError with limit and value if the value is too large. `finding` contains the value, as in "The document has 9 fields". */
export function enforceLimit(code: string, finding: string, value: number, limit: number, details: { fix?: string } = {}): void {
  if (value > limit) throw new PublicError(code, `${finding}; the limit is ${limit}.`, { limit, value, ...details });
}
