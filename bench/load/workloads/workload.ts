export interface LoadRequest {
  /** Name of the operation in the results. */
  operation: string;
  path: "/graphql/v1" | "/mcp";
  body: string;
}

export interface Workload {
  next(): LoadRequest;
  /** Facts about the workspace that change the meaning of the results. */
  notes: readonly string[];
}

export const graphql = (operation: string, query: string, variables: object = {}): LoadRequest => ({
  operation,
  path: "/graphql/v1",
  body: JSON.stringify({ query, variables }),
});
