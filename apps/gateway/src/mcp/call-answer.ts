import type { Answer, BodyParts } from "../http/send.js";
import { callTool } from "./call.js";
import { RpcError } from "./errors.js";
import { finderTools } from "./finder/finder-tools.js";
import type { ServerContext } from "./server.js";
import type { ToolCall } from "./tool-call.js";

/**
 * Answers a tool call without the SDK's server, because the SDK would parse and validate each result several times. Throws RequestError if
 * the gateway rejects the call.
 */
export async function answerCall({ id, params }: ToolCall, context: ServerContext): Promise<Answer> {
  try {
    const result = await resultOfCall(params, context);
    return json([`{"result":`, ...result, `,"jsonrpc":"2.0","id":${JSON.stringify(id)}}`]);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message, data } = error;
    return json(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } }));
  }
}

async function resultOfCall({ name, arguments: given = {} }: ToolCall["params"], context: ServerContext): Promise<BodyParts> {
  const own = context.tools.all.has(name) ? undefined : finderTools(context).find((tool) => tool.name === name);
  return own ? own.call(given, context) : callTool(name, given, context);
}

function json(body: Answer["body"]): Answer {
  return { status: 200, headers: { "Content-Type": "application/json" }, body };
}
