import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { post } from "../client.js";

/** Connects the official MCP client with an API key. `search` is the URL's query, for example "?toolsets=all". */
export async function connectedClient(baseUrl: string, key: string, search = ""): Promise<Client> {
  const client = new Client({ name: "offergraph-tests", version: "1" });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp${search}`), { requestInit: { headers } }));
  return client;
}

export interface CallAnswer {
  status: number;
  /** The JSON-RPC error of a request that the gateway rejected. */
  error?: { code: number; message: string; data?: { code?: string } };
  result?: { isError?: boolean; structuredContent?: { result: unknown; errors?: FieldError[] } };
}
interface FieldError {
  message: string;
  code: string;
  path?: string;
  argument?: string;
}

/** Calls an MCP tool over HTTP. The official client rejects invalid input and hides the HTTP status. */
export async function callRaw(baseUrl: string, key: string, name: string, input: unknown): Promise<CallAnswer> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } };
  const headers = { authorization: `Bearer ${key}`, accept: "application/json, text/event-stream" };
  const { status, body } = await post(`${baseUrl}/mcp?toolsets=all`, message, headers);
  return { status, ...(body as Omit<CallAnswer, "status">) };
}
