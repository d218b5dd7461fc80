import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { PublicError } from "@offergraph/shared/errors/public-error";
import { NotJson } from "../http/body.js";
import { RequestError } from "../pipeline/request-error.js";

/** Thrown for invalid params of an MCP method. The JSON-RPC error has the code -32602. */
export class InvalidParams extends RequestError {}

/**
 * JSON-RPC error of an MCP method, with HTTP status 200. McpError writes the code at the start of the message. RpcError omits the code from
 * the message, because MCP clients show the code separately.
 */
export class RpcError extends McpError {
  constructor(code: number, message: string, data?: unknown) {
    super(code, message, data);
    this.message = message;
  }
}

export function invalidParams(message: string): RpcError {
  return new RpcError(ErrorCode.InvalidParams, message);
}

export function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}

const serverError = -32_000;

/**
 * Returns the JSON-RPC code for a rejected request: a standard code if possible, else -32000. The property `data.code` contains the
 * specific error code.
 */
export function rpcCode(status: number, error: PublicError): number {
  if (error instanceof NotJson) return ErrorCode.ParseError;
  if (error instanceof InvalidParams || error.code === "BAD_USER_INPUT" || error.code === "GRAPHQL_VALIDATION_FAILED")
    return ErrorCode.InvalidParams;
  if (error.code === "BAD_REQUEST" || error.code === "BATCHING_NOT_SUPPORTED") return ErrorCode.InvalidRequest;
  return status === 500 ? ErrorCode.InternalError : serverError;
}
