import { LRUCache } from "lru-cache";
import { memoized } from "../memoized.js";
import type { OperationContext } from "../pipeline/context.js";
import { RequestError } from "../pipeline/request-error.js";
import type { SchemaForm } from "./schema/json.js";
import type { Tool, Tools } from "./tool.js";

export interface ToolFilter {
  readonly form: SchemaForm;
  /** True if the client can also call unlisted tools, because the URL selects no toolsets. */
  readonly isDefault: boolean;
  lists(tool: Tool): boolean;
  /** True if the client may call the tool, listed or not. */
  allows(tool: Tool): boolean;
}

const yes = new Set(["1", "true"]);
const no = new Set(["0", "false"]);
const known = ["toolsets", "read_only"];
// Name of the toolset that contains the most frequently needed operations of all services.
const common = "common";

// Maximum number of URLs whose filters are cached. Node limits the length of a URL to 16 KiB.
const maxFilters = 100;

const filtersOf = memoized(
  (tools: Pick<Tools, "toolsets">) => tools,
  () => new LRUCache<string, ToolFilter>({ max: maxFilters }),
);

/**
 * Reads the client's selection of tools from the MCP URL or from a cache. Throws RequestError for an unknown parameter. A misspelled
 * parameter would otherwise list all tools.
 */
export function readToolFilter({ request: { url = "/" } }: Pick<OperationContext, "request">, tools: Pick<Tools, "toolsets">): ToolFilter {
  const filters = filtersOf(tools);
  const known = filters.get(url);
  if (known) return known;
  const filter = filterOf(url, tools);
  filters.set(url, filter);
  return filter;
}

function filterOf(url: string, { toolsets }: Pick<Tools, "toolsets">): ToolFilter {
  const parameters = new URL(url, "http://host").searchParams;
  for (const name of new Set(parameters.keys())) {
    if (!known.includes(name)) throw refused(name.slice(0, 80), `is unknown; the allowed parameters are ${known.join(", ")}`);
    if (parameters.getAll(name).length > 1) throw refused(name, "may appear only once");
  }
  const given = parameters
    .get("toolsets")
    ?.split(",")
    .map((name) => name.trim());
  const names = [common, ...toolsets];
  if (given?.some((name) => name !== "all" && !names.includes(name)))
    throw refused("toolsets", `must be "all" or a comma-separated list of these names: ${names.join(", ")}`);
  const readOnly = parameters.get("read_only") ?? "0";
  if (!yes.has(readOnly) && !no.has(readOnly)) throw refused("read_only", "must be 1 or 0");
  const isIn = (selected: readonly string[]) => (tool: Tool) =>
    selected.includes("all") || selected.includes(tool.toolset) || (tool.isCommon && selected.includes(common));
  const isAdmitted = ({ type }: Tool) => type === "query" || !yes.has(readOnly);
  return {
    form: given ? "full" : "short",
    isDefault: given === undefined,
    lists: (tool) => isAdmitted(tool) && isIn(given ?? [common])(tool),
    allows: (tool) => isAdmitted(tool) && isIn(given ?? ["all"])(tool),
  };
}

function refused(name: string, words: string): RequestError {
  return new RequestError("BAD_REQUEST", `The URL parameter "${name}" ${words}.`, { parameter: name });
}
