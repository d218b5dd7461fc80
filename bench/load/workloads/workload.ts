export interface LoadRequest {
  /** Name under which the results list the operation. */
  operation: string;
  path: "/graphql/v1" | "/mcp";
  body: string;
}

export interface Workload {
  next(): LoadRequest;
  /** Notes about the workspace that a reader of the results must know. */
  notes: readonly string[];
}

export const graphql = (operation: string, query: string, variables: object = {}): LoadRequest => ({
  operation,
  path: "/graphql/v1",
  body: JSON.stringify({ query, variables }),
});
