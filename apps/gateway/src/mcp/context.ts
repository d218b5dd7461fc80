import type { RequestId } from "@modelcontextprotocol/sdk/types.js";
import type { PublicError } from "@offergraph/shared/errors/public-error";
import type { Answer } from "../http/send.js";
import { OperationContext } from "../pipeline/context.js";
import { errorEntries } from "../pipeline/error-entries.js";
import { NoMessage, rpcCode } from "./errors.js";

const maxMessages = 10;

/** Context of an MCP request. */
export class McpContext extends OperationContext {
  /** Id of the JSON-RPC message, once it is read. */
  messageId: RequestId | null = null;

  override formatError(status: number, error: PublicError): Answer {
    const entries = errorEntries(error, this.requestId);
    const [{ extensions } = { extensions: {} }] = entries;
    // Some clients show only the message to the model.
    const message = entries
      .map((entry) => entry.message)
      .slice(0, maxMessages)
      .join(" ");
    const data = {
      ...extensions,
      ...(entries.length > 1 && { errors: entries.map((entry) => ({ message: entry.message, ...entry.extensions })) }),
    };
    const id = error instanceof NoMessage ? error.id : this.messageId;
    return {
      status,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id, error: { code: rpcCode(status, error), message, data } }),
    };
  }
}
