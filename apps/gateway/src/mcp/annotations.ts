import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { Effect } from "@offergraph/shared/schema/directives";

/** MCP annotations from `@access(effects:)`. A mutation without effects gets the most cautious hints. */
export function annotationsOf(
  type: "query" | "mutation",
  effects: readonly Effect[] | undefined,
): Required<Omit<ToolAnnotations, "title">> {
  const has = (effect: Effect) => effects?.includes(effect) ?? false;
  if (type === "query") return { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: has("EXTERNAL") };
  return {
    readOnlyHint: false,
    destructiveHint: effects === undefined || has("DESTRUCTIVE"),
    idempotentHint: has("IDEMPOTENT"),
    openWorldHint: effects === undefined || has("EXTERNAL"),
  };
}
