import { isUtf8 } from "node:buffer";
import { type JSONRPCMessage, JSONRPCMessageSchema, type RequestId } from "@modelcontextprotocol/sdk/types.js";
import { InexactJson, parseExactJson } from "@offergraph/shared/json/exact-json";
import type { Exchange } from "../exchange.js";
import { readBody } from "../http/body.js";
import { isReadable } from "../http/media-type.js";
import { isObject } from "../is-object.js";
import { Refusal } from "../refusal.js";

/** A body that is no JSON: JSON-RPC has a code of its own for it. */
export class NotJson extends Refusal {}

/** A body that is JSON and no message. What it has for an id is the answer's, so that who sent it knows what is answered (JSON-RPC 2.0, 5). */
export class NoMessage extends Refusal {
  constructor(readonly id: RequestId | null) {
    super("BAD_REQUEST", "The body is no JSON-RPC message.", { fix });
  }
}

const fix = 'Send one JSON-RPC 2.0 message, e.g. {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}.';

/**
 * Reads the message of an authenticated request (MCP, Streamable HTTP). There are no sessions and no streams: a GET has nothing to wait for,
 * a DELETE nothing to end. Throws Refusal.
 */
export async function readMessage({ request, response, gateway }: Exchange): Promise<JSONRPCMessage> {
  if (request.method !== "POST")
    throw new Refusal(
      "METHOD_NOT_ALLOWED",
      `${request.method} is not taken here: this server keeps no sessions and opens no streams.`,
      { fix: "Send messages by POST." },
      { Allow: "POST" },
    );
  const { origin, accept = "" } = request.headers;
  if (origin !== undefined && !gateway.corsOrigins.has(origin) && !gateway.ownOrigins().has(origin))
    throw new Refusal("origin_not_allowed", "Pages of this origin may not call here.", {
      fix: "Call from a server, without an Origin header; the operator can allow origins by CORS_ORIGINS.",
    });
  if (!accept.includes("application/json") || !accept.includes("text/event-stream"))
    throw new Refusal("NOT_ACCEPTABLE", "A client has to accept both forms of answer.", {
      fix: "Send the header Accept: application/json, text/event-stream.",
    });
  if (!isReadable(request))
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", "The body has to be JSON in UTF-8, not compressed.", {
      fix: "Send the header Content-Type: application/json.",
    });
  return messageOf(await readBody(request, response, gateway.maxBodyBytes));
}

function messageOf(body: Buffer): JSONRPCMessage {
  const parsed = parse(body);
  if (Array.isArray(parsed))
    throw new Refusal("BATCHING_NOT_SUPPORTED", "The body is a list; one message is allowed in a request.", {
      fix: "Send each message in a request of its own.",
    });
  const message = JSONRPCMessageSchema.safeParse(parsed);
  if (!message.success) throw new NoMessage(idOf(parsed));
  return message.data;
}

/** The id that stands in a body; null where there is none, or a number that is not read exactly. */
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
      throw new Refusal("BAD_REQUEST", error.message, { fix: "Correct what the message names and send the message again." });
    throw new NotJson("BAD_REQUEST", "The body is not JSON.", { fix });
  }
}
