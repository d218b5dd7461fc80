import { type AccessLevel, allows } from "@offergraph/shared/access/principal";
import type { ServerContext } from "../server.js";
import { textResource } from "./resource.js";

const permissions: Record<AccessLevel, string> = {
  READ: "all operations that read data",
  WRITE: "all operations that read, create or change the workspace's data",
  ADMIN: "all operations, including operations on settings, connections and the brand",
};

/** MCP resource with the caller's permissions and limits. The resource contains the id of the API key, but not the key itself. */
export const key = textResource(
  "key",
  "Permissions of this key",
  "Workspace, access level and limits of this request's API key.",
  textOf,
  "application/json",
);

function textOf({ caller: { workspaceId, keyId, level }, limits, tools: { all, toolsets } }: ServerContext): string {
  const allowed = [...all.values()].filter((tool) => allows(level, tool.level));
  const reads = allowed.filter(({ type }) => type === "query").length;
  const tools = { all: all.size, allowed: allowed.length, reads, toolsets };
  return JSON.stringify({ workspaceId, keyId, level, allows: permissions[level], tools, limits }, undefined, 1);
}
