import type { Exchange } from "../exchange.js";
import { Refusal } from "../refusal.js";
import type { Encoding } from "./schema/json.js";
import type { Tool } from "./tool.js";
import type { Tools } from "./tools.js";

/** What a client wants to see of the tools: the query string of its address. */
export interface Listing {
  readonly encoding: Encoding;
  /** Whether a tool is within what the address asks for. */
  has(tool: Tool): boolean;
}

const yes = new Set(["1", "true"]);
const no = new Set(["0", "false"]);
const known = ["toolsets", "read_only", "schemas"];

/**
 * Reads `?toolsets=discounts,forms`, `?read_only=1` and `?schemas=plain`. Throws Refusal BAD_REQUEST for what none of them is: who misspells
 * a limit may not get more than was wanted.
 */
export function readListing({ request, gateway }: Exchange, { toolsets }: Pick<Tools, "toolsets">): Listing {
  const parameters = new URL(request.url ?? "/", "http://host").searchParams;
  for (const name of new Set(parameters.keys())) {
    if (!known.includes(name)) throw refused(name.slice(0, 80), `is not known; there are ${known.join(", ")}`);
    if (parameters.getAll(name).length > 1) throw refused(name, "may come once");
  }
  const wanted =
    parameters
      .get("toolsets")
      ?.split(",")
      .map((name) => name.trim()) ?? toolsets;
  const unknown = wanted.find((name) => !toolsets.includes(name));
  if (unknown !== undefined) throw refused("toolsets", `takes a list out of ${toolsets.join(", ")}`);
  const readOnly = parameters.get("read_only") ?? "0";
  if (!yes.has(readOnly) && !no.has(readOnly)) throw refused("read_only", "takes 1 or 0");
  const encoding = parameters.get("schemas") ?? gateway.mcpSchemas;
  if (encoding !== "compact" && encoding !== "plain") throw refused("schemas", "takes compact or plain");
  return {
    encoding,
    has: ({ toolset, type }) => wanted.includes(toolset) && (type === "query" || !yes.has(readOnly)),
  };
}

function refused(name: string, words: string): Refusal {
  return new Refusal("BAD_REQUEST", `The parameter "${name}" of the address ${words}.`, { parameter: name });
}
