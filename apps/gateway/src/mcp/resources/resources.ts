import { McpError, type ReadResourceResult, type Resource, type ResourceTemplate } from "@modelcontextprotocol/sdk/types.js";
import type { ServerContext } from "../server.js";

// MCP's own code for a resource that is not there; the SDK has no name for it.
const resourceNotFound = -32_002;

/** The resources that are listed. */
export function resources(_context: ServerContext): Resource[] {
  return [];
}

export const resourceTemplates: ResourceTemplate[] = [];

/** The contents of a resource. Throws McpError -32002 for an unknown one. */
export function readResource(uri: string, _context: ServerContext): Promise<ReadResourceResult> | ReadResourceResult {
  throw new McpError(resourceNotFound, "There is no such resource.", { uri });
}
