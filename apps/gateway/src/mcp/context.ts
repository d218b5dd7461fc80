import type { RequestId } from "@modelcontextprotocol/sdk/types.js";
import type { PublicError } from "@offergraph/shared/errors/public-error";
import type { Answer } from "../http/send.js";
import { OperationContext } from "../pipeline/context.js";
import { errorEntries } from "../pipeline/request-error.js";
import { rpcCode } from "./errors.js";

const maxMessages = 10;

export class McpContext extends OperationContext {
  /** Id of the JSON-RPC message; null if the body was not read yet or has no id. */
  messageId: RequestId | null = null;

  override formatError(status: number, error: PublicError): Answer {
    const entries = errorEntries(error, this.requestId);
    const details = entries.map(({ message, extensions }) => ({ message, ...extensions }));
    // Joins the messages of several errors, because some MCP clients show the model only this message and not `data`.
    const message = entries
      .slice(0, maxMessages)
      .map((entry) => entry.message)
      .join(" ");
    const data = { ...entries[0]?.extensions, ...(entries.length > 1 && { errors: details }) };
    return {
      status,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: this.messageId, error: { code: rpcCode(status, error), message, data } }),
    };
  }
}
