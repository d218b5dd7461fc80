import { type JSONRPCMessage, JSONRPCMessageSchema, type RequestId } from "@modelcontextprotocol/sdk/types.js";
import { isObject } from "@offergraph/shared/json/exact-json";
import { parseBody, readBody } from "../http/body.js";
import { methodNotAllowed, RequestError } from "../pipeline/request-error.js";
import type { McpContext } from "./context.js";
import { isPlainCall } from "./tool-call.js";

const fix = 'Send one JSON-RPC 2.0 message, e.g. {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}.';

/** Reads the JSON-RPC message of an MCP request (Streamable HTTP) and sets `messageId`. Rejects all HTTP methods except POST. */
export async function readMessage(context: McpContext): Promise<JSONRPCMessage> {
  const { request, response, gateway } = context;
  if (request.method !== "POST")
    throw methodNotAllowed(request, "POST", "Send messages with POST.", ", because this server supports no sessions and no streams");
  const { origin, accept = "" } = request.headers;
  if (origin !== undefined && !gateway.corsOrigins.has(origin) && !gateway.ownOrigins().has(origin))
    throw new RequestError("origin_not_allowed", "Browser requests from this origin are not allowed.", {
      fix: "Send the request from a server and omit the Origin header, or ask the operator to add the origin to CORS_ORIGINS.",
    });
  if (!accept.includes("application/json") || !accept.includes("text/event-stream"))
    throw new RequestError("NOT_ACCEPTABLE", "The Accept header must include application/json and text/event-stream.", {
      fix: "Send the header Accept: application/json, text/event-stream.",
    });
  const parsed = parseBody(await readBody(request, response, gateway.maxBodyBytes), "message", fix);
  if (Array.isArray(parsed))
    throw new RequestError("BATCHING_NOT_SUPPORTED", "The body is a list. A request may contain only one message.", {
      fix: "Send each message in a separate request.",
    });
  context.messageId = idOf(parsed);
  if (isPlainCall(parsed)) return parsed;
  const message = JSONRPCMessageSchema.safeParse(parsed);
  if (!message.success) throw new RequestError("BAD_REQUEST", "The body is not a JSON-RPC message.", { fix });
  return message.data;
}

/** Returns the id of a JSON-RPC message. Returns null if the id is missing, of a wrong type, or an unsafe integer. */
function idOf(parsed: unknown): RequestId | null {
  const { id } = isObject(parsed) ? parsed : {};
  return typeof id === "string" || (typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER) ? id : null;
}
