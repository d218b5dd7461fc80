import type { RequestId } from "@modelcontextprotocol/sdk/types.js";
import type { AccessLevel } from "@offergraph/shared/access/principal";
import { scopesUpTo } from "@offergraph/shared/access/scopes";
import type { PublicError } from "@offergraph/shared/errors/public-error";
import type { Answer } from "../http/send.js";
import { challengeParameters } from "../oauth/protected-resource.js";
import { OperationContext } from "../pipeline/context.js";
import { errorEntries } from "../pipeline/request-error.js";
import { rpcCode } from "./errors.js";

const maxMessages = 10;

export class McpContext extends OperationContext {
  override readonly takesAccessTokens = true;
  /** Id of the JSON-RPC message; null if the body was not read yet or has no id. */
  messageId: RequestId | null = null;

  override formatError(status: number, error: PublicError): Answer {
    const entries = errorEntries(error, this.requestId);
    const details = entries.map(({ message, extensions }) => ({ message, ...extensions }));
    // Joins the messages of several errors, because some MCP clients hide the error's `data` from the model.
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

  /**
   * Adds parameters for OAuth clients to WWW-Authenticate. The parameters name the source of access tokens (RFC 9728 5.1) or the required
   * scopes (RFC 6750 3.1). The header asks a client without a token to request the level WRITE. The member can choose a lower level.
   */
  override errorHeaders(error: PublicError, given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const { "WWW-Authenticate": challenge } = given;
    const parameters = (level: AccessLevel) => challengeParameters(this.gateway, this.request, scopesUpTo(level));
    if (challenge !== undefined) return { ...given, "WWW-Authenticate": challenge + parameters("WRITE") };
    const { needed } = error.details;
    if (error.code !== "access_level_insufficient" || !this.caller.isApp) return given;
    return { ...given, "WWW-Authenticate": `Bearer error="insufficient_scope"${parameters(needed as AccessLevel)}` };
  }
}
