import type { Answer, Sent, TestGateway } from "./gateway.js";

export const clientHeaders = { accept: "application/json, text/event-stream", "content-type": "application/json" };

export interface Message {
  jsonrpc?: string;
  id?: unknown;
  result?: Record<string, unknown> & { content?: { text: string }[]; structuredContent?: Record<string, unknown>; isError?: boolean };
  error?: { code: number; message: string; data?: Record<string, unknown> & { code?: string } };
}

/** Returns a JSON-RPC request with id 1. */
export function request(method: string, params?: unknown) {
  return { jsonrpc: "2.0", id: 1, method, ...(params !== undefined && { params }) };
}

/** Returns the JSON-RPC request that calls a tool. */
export function call(name: string, given: Record<string, unknown> = {}) {
  return request("tools/call", { name, arguments: given });
}

/** Creates a function that sends JSON-RPC messages with an API key, as an MCP client does. */
export function mcpSender(gateway: Pick<TestGateway, "send">, key: string) {
  return (body: unknown, { headers = {}, ...more }: Sent = {}) =>
    gateway.send({ path: "/mcp", ...more, headers: { ...clientHeaders, authorization: `Bearer ${key}`, ...headers }, body });
}

export function messageOf({ body }: Answer): Message {
  return body as Message;
}

/** Returns the status and error code of an MCP response, like summaryOf for GraphQL. */
export function mcpVerdictOf(answer: Answer): string {
  const { error } = messageOf(answer);
  return `${answer.status} ${error ? error.data?.code : "ok"}`;
}
