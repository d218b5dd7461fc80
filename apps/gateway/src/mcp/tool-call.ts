import { type CallToolRequest, type JSONRPCMessage, RELATED_TASK_META_KEY, type RequestId } from "@modelcontextprotocol/sdk/types.js";
import { isObject } from "@offergraph/shared/json/exact-json";

export type ToolCall = CallToolRequest & { readonly jsonrpc: "2.0"; readonly id: RequestId };

export function isToolCall(message: JSONRPCMessage): message is JSONRPCMessage & ToolCall {
  return "method" in message && "id" in message && message.method === "tools/call";
}

/** True for a tool call with only the usual members, for which the SDK's slow validation is unnecessary. */
export function isPlainCall(message: unknown): message is ToolCall {
  if (!isObject(message) || message.jsonrpc !== "2.0" || message.method !== "tools/call") return false;
  const { id, params } = message;
  return (typeof id === "string" || Number.isSafeInteger(id)) && hasOnly(message, ofMessage) && isObject(params) && isPlain(params);
}

function isPlain(params: Readonly<Record<string, unknown>>): boolean {
  const { name, arguments: given, _meta: meta } = params;
  return (
    typeof name === "string" &&
    (given === undefined || isObject(given)) &&
    (meta === undefined || (isObject(meta) && hasPlainValues(meta))) &&
    hasOnly(params, ofParams)
  );
}

const ofMessage: readonly string[] = ["jsonrpc", "id", "method", "params"];
const ofParams: readonly string[] = ["name", "arguments", "_meta"];
const maxMeta = 20;

function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}

/** True if the object has few values, and each value is valid as `progressToken`. */
function hasPlainValues(meta: Readonly<Record<string, unknown>>): boolean {
  const values = Object.values(meta);
  return (
    values.length <= maxMeta &&
    !Object.hasOwn(meta, RELATED_TASK_META_KEY) &&
    values.every((value) => typeof value === "string" || Number.isSafeInteger(value))
  );
}
