/** A server that a benchmark sends requests to. */
export interface Target {
  name: string;
  url: string;
  pid: number;
  /** Returns the headers of the n-th request. */
  headers: (index: number) => Record<string, string>;
}

export interface StartedTarget extends Target {
  version: string;
  stop(): Promise<void>;
}

/** Requests with a JSON body. The variables usually differ in each request. */
export interface Operation {
  name: string;
  body: (index: number) => string;
}

export function graphqlOperation(name: string, query: string, variables: (index: number) => object): Operation {
  const start = `{"query":${JSON.stringify(query)},"variables":`;
  return { name, body: (index) => `${start}${JSON.stringify(variables(index))}}` };
}

/** Calls an MCP tool. */
export function mcpOperation(name: string, tool: string, variables: (index: number) => object): Operation {
  const body = (index: number) =>
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: variables(index) } });
  return { name, body };
}
