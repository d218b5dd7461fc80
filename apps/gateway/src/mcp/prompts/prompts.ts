import { ErrorCode, type GetPromptResult, McpError, type Prompt } from "@modelcontextprotocol/sdk/types.js";
import type { ServerContext } from "../server.js";

/** The prompts that are listed. */
export function prompts(_context: ServerContext): Prompt[] {
  return [];
}

/** One prompt, with its arguments filled in. Throws McpError -32602 for an unknown name or a missing argument. */
export function findPrompt(name: string, _args: Record<string, string>, _context: ServerContext): GetPromptResult {
  throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${JSON.stringify(name.slice(0, 80))}.`);
}
