import { McpError } from "@modelcontextprotocol/sdk/types.js";

/** JSON-RPC error of a method. Removes the code that the SDK puts before the message, since clients add it again. */
export class RpcError extends McpError {
  constructor(code: number, message: string, data?: unknown) {
    super(code, message, data);
    this.message = message;
  }
}
