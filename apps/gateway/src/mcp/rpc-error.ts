import { McpError } from "@modelcontextprotocol/sdk/types.js";

/** An error that a method answers. The SDK begins its message with the code, as clients do again when they show it; ours says it as it is. */
export class RpcError extends McpError {
  constructor(code: number, message: string, data?: unknown) {
    super(code, message, data);
    this.message = message;
  }
}
