import { ErrorCode, McpError, type RequestId } from "@modelcontextprotocol/sdk/types.js";
import type { PublicError } from "@offergraph/shared/errors/public-error";
import { RequestError } from "../pipeline/request-error.js";

const fix = 'Send one JSON-RPC 2.0 message, e.g. {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}.';

/** A body that is not JSON; answered with JSON-RPC code -32700. */
export class NotJson extends RequestError {
  constructor() {
    super("BAD_REQUEST", "The body is not JSON.", { fix });
  }
}

/** A body that is JSON but not a JSON-RPC message. The error response carries the body's id, if it has one (JSON-RPC 2.0, 5). */
export class NoMessage extends RequestError {
  constructor(readonly id: RequestId | null) {
    super("BAD_REQUEST", "The body is not a JSON-RPC message.", { fix });
  }
}

/** Invalid params of a method; answered with JSON-RPC code -32602. */
export class InvalidParams extends RequestError {}

/** JSON-RPC error of a method, in a response with status 200. Removes the code that the SDK puts before the message: clients add it again. */
export class RpcError extends McpError {
  constructor(code: number, message: string, data?: unknown) {
    super(code, message, data);
    this.message = message;
  }
}

const serverError = -32_000;

/** Returns the standard JSON-RPC code of a rejected request if one fits, else -32000; `data.code` has the details. */
export function rpcCode(status: number, error: PublicError): number {
  if (error instanceof NotJson) return ErrorCode.ParseError;
  if (error instanceof InvalidParams || error.code === "BAD_USER_INPUT" || error.code === "GRAPHQL_VALIDATION_FAILED")
    return ErrorCode.InvalidParams;
  if (error.code === "BAD_REQUEST" || error.code === "BATCHING_NOT_SUPPORTED") return ErrorCode.InvalidRequest;
  return status === 500 ? ErrorCode.InternalError : serverError;
}
