export interface LoadRequest {
  /** Name of the operation in the results. */
  operation: string;
  path: "/graphql/v1" | "/mcp";
  body: string;
}

export interface Workload {
  next(): LoadRequest;
  /** Notes about the workspace for readers of the results. */
  notes: readonly string[];
}

export const graphql = (operation: string, query: string, variables: object = {}): LoadRequest => ({
  operation,
  path: "/graphql/v1",
  body: JSON.stringify({ query, variables }),
});
