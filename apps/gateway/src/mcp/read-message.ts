import { isUtf8 } from "node:buffer";
import { type JSONRPCMessage, JSONRPCMessageSchema, type RequestId } from "@modelcontextprotocol/sdk/types.js";
import { InexactJson, isObject, parseExactJson } from "@offergraph/shared/json/exact-json";
import { readBody } from "../http/body.js";
import { isReadable } from "../http/media-type.js";
import type { OperationContext } from "../pipeline/context.js";
import { RequestError } from "../pipeline/request-error.js";
import { NoMessage, NotJson } from "./errors.js";

/**
 * Reads the message of an authenticated request (MCP, Streamable HTTP). Without sessions and streams, GET and DELETE are not supported.
 * Throws RequestError.
 */
export async function readMessage({ request, response, gateway }: OperationContext): Promise<JSONRPCMessage> {
  if (request.method !== "POST")
    throw new RequestError(
      "METHOD_NOT_ALLOWED",
      `${request.method} is not allowed here: this server has no sessions and no streams.`,
      { fix: "Send messages with POST." },
      { Allow: "POST" },
    );
  const { origin, accept = "" } = request.headers;
  if (origin !== undefined && !gateway.corsOrigins.has(origin) && !gateway.ownOrigins().has(origin))
    throw new RequestError("origin_not_allowed", "Browser requests from this origin are not allowed.", {
      fix: "Call from a server, without an Origin header, or have the operator add the origin to CORS_ORIGINS.",
    });
  if (!accept.includes("application/json") || !accept.includes("text/event-stream"))
    throw new RequestError("NOT_ACCEPTABLE", "The Accept header must include application/json and text/event-stream.", {
      fix: "Send the header Accept: application/json, text/event-stream.",
    });
  if (!isReadable(request))
    throw new RequestError("UNSUPPORTED_MEDIA_TYPE", "The body must be uncompressed JSON in UTF-8.", {
      fix: "Send the header Content-Type: application/json.",
    });
  return messageOf(await readBody(request, response, gateway.maxBodyBytes));
}

function messageOf(body: Buffer): JSONRPCMessage {
  const parsed = parse(body);
  if (Array.isArray(parsed))
    throw new RequestError("BATCHING_NOT_SUPPORTED", "The body is a list; a request may contain one message.", {
      fix: "Send each message in a separate request.",
    });
  const message = JSONRPCMessageSchema.safeParse(parsed);
  if (!message.success) throw new NoMessage(idOf(parsed));
  return message.data;
}

/** Returns the id in a body; null if it is absent or an unsafe integer. */
function idOf(parsed: unknown): RequestId | null {
  const { id } = isObject(parsed) ? parsed : {};
  return typeof id === "string" || (typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER) ? id : null;
}

function parse(body: Buffer): unknown {
  try {
    if (!isUtf8(body)) throw new SyntaxError();
    return parseExactJson(body.toString());
  } catch (error) {
    if (error instanceof InexactJson)
      throw new RequestError("BAD_REQUEST", error.message, { fix: "Correct the JSON as described and resend the message." });
    throw new NotJson();
  }
}
