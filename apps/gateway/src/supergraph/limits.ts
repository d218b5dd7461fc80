import { PublicError } from "@offergraph/shared/errors/public-error";

export const defaultLimits = {
  tokens: 2_000,
  /** Maximum nesting of brackets in a document. */
  nesting: 64,
  /** Maximum levels of nested fields in an operation, without introspection fields. */
  depth: 12,
  /** Maximum distinct aliases of one field in an operation. */
  aliases: 15,
  /** Maximum fields of an operation. Fields of a fragment count once for each use of the fragment. */
  fields: 4_000,
  /** Maximum pairs of selections or fragments that validation compares to find conflicts. */
  overlaps: 5_000,
  /** Maximum list items and input fields in a request's variables. The content of JSON scalars does not count. */
  inputMembers: 10_000,
  /** Maximum errors in one response. */
  errors: 50,
  cachedOperations: 1_000,
  /** Maximum milliseconds from the start of a subgraph request to the end of its response. */
  subgraphTimeoutMs: 15_000,
  /** Maximum milliseconds for which a replica with open requests may send nothing, not even the response to a liveness check. */
  subgraphSilenceMs: 2_500,
  subgraphBodyBytes: 32 * 1024 * 1024,
  /** Maximum HTTP connections to one subgraph. */
  subgraphConnections: 128,
  /** Number of links to one subgraph. Without links, all requests use HTTP connections. */
  subgraphLinks: 1,
};

export type SupergraphLimits = Readonly<typeof defaultLimits>;

/** Throws PublicError if the value exceeds the limit. `finding` is the start of the message, for example "The document has 9 fields". */
export function enforceLimit(code: string, finding: string, value: number, limit: number, details: { fix?: string } = {}): void {
  if (value > limit) throw new PublicError(code, `${finding}; the limit is ${limit}.`, { limit, value, ...details });
}
