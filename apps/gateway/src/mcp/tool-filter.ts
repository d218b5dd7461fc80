import type { OperationContext } from "../pipeline/context.js";
import { RequestError } from "../pipeline/request-error.js";
import type { Encoding } from "./schema/json.js";
import type { Tool, Tools } from "./tool.js";

export interface ToolFilter {
  readonly encoding: Encoding;
  has(tool: Tool): boolean;
}

const yes = new Set(["1", "true"]);
const no = new Set(["0", "false"]);
const known = ["toolsets", "read_only", "schemas"];

/**
 * Reads from the MCP server's URL which tools the client wants. Throws RequestError for unknown parameters, so that a misspelling does not
 * list all tools.
 */
export function readToolFilter(
  { request, gateway }: OperationContext,
  { toolsets, defaultToolsets }: Pick<Tools, "toolsets" | "defaultToolsets">,
): ToolFilter {
  const parameters = new URL(request.url ?? "/", "http://host").searchParams;
  for (const name of new Set(parameters.keys())) {
    if (!known.includes(name)) throw refused(name.slice(0, 80), `is unknown; the allowed parameters are ${known.join(", ")}`);
    if (parameters.getAll(name).length > 1) throw refused(name, "may appear only once");
  }
  const given = parameters
    .get("toolsets")
    ?.split(",")
    .map((name) => name.trim());
  const wanted = given?.flatMap((name) => (name === "all" ? toolsets : [name])) ?? defaultToolsets;
  const unknown = wanted.find((name) => !toolsets.includes(name));
  if (unknown !== undefined) throw refused("toolsets", `must be "all" or a comma-separated list of these names: ${toolsets.join(", ")}`);
  const readOnly = parameters.get("read_only") ?? "0";
  if (!yes.has(readOnly) && !no.has(readOnly)) throw refused("read_only", "must be 1 or 0");
  const encoding = parameters.get("schemas") ?? gateway.mcpSchemas;
  if (encoding !== "compact" && encoding !== "plain") throw refused("schemas", 'must be "compact" or "plain"');
  return {
    encoding,
    has: ({ toolset, type }) => wanted.includes(toolset) && (type === "query" || !yes.has(readOnly)),
  };
}

function refused(name: string, words: string): RequestError {
  return new RequestError("BAD_REQUEST", `The URL parameter "${name}" ${words}.`, { parameter: name });
}
