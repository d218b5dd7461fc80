import { type AccessLevel, allows } from "@offergraph/shared/access/principal";
import { type Resource, uriOf } from "./resource.js";

const words: Record<AccessLevel, string> = {
  READ: "the read operations",
  WRITE: "the read operations, and those that create and change the workspace's data",
  ADMIN: "all operations, including those on settings, connections and the brand",
};

/** Resource: the caller's current permissions and limits. Contains the key's id, never its text. */
export const key: Resource = {
  definition: {
    uri: uriOf("key"),
    name: "key",
    title: "Permissions of this key",
    description: "The workspace and access level of the API key of this request, and its limits.",
    mimeType: "application/json",
  },
  isListed: () => true,
  text({ caller: { workspaceId, keyId, level }, limits, tools }) {
    const may = [...tools.all.values()].filter((tool) => allows(level, tool.level));
    const content = {
      workspaceId,
      keyId,
      level,
      allows: words[level],
      tools: {
        all: tools.all.size,
        allowed: may.length,
        reads: may.filter(({ type }) => type === "query").length,
        toolsets: tools.toolsets,
      },
      limits,
    };
    return JSON.stringify(content, undefined, 1);
  },
};
