import type { CallToolResult, Tool as ToolDefinition } from "@modelcontextprotocol/sdk/types.js";
import { allows } from "@offergraph/shared/access/principal";
import { z } from "zod";
import type { BodyParts } from "../../http/send.js";
import { callTool } from "../call.js";
import { quoted } from "../errors.js";
import { longestText, resultOfIssues } from "../result.js";
import type { ServerContext } from "../server.js";
import type { Tool } from "../tool.js";
import { search, searchIndexOf } from "./search-index.js";

/** A tool that finds or calls operations that tools/list does not list. */
interface FinderTool {
  readonly name: string;
  definition(context: ServerContext): ToolDefinition;
  /** Returns the parts of the result's JSON. */
  call(given: Readonly<Record<string, unknown>>, context: ServerContext): Promise<BodyParts>;
}

/**
 * Returns the tools that find and call unlisted operations. Returns no tools if the URL selects toolsets, because tools/list is then
 * complete.
 */
export function finderTools({ filter, tools }: ServerContext): FinderTool[] {
  return filter.isDefault ? [searchOperations, callOperation].filter(({ name }) => !tools.all.has(name)) : [];
}

const searchInput = z.strictObject({
  query: z.string().trim().min(1).max(200).describe("Search words, for example `webhook deliveries`, or the name of one operation."),
  limit: z.int().min(1).max(20).default(5).describe("Maximum number of operations, 1-20."),
});

const searchDefinition: ToolDefinition = {
  name: "search_operations",
  description:
    "Finds operations of the API by words and returns their descriptions and arguments. Use this tool when no listed tool fits. Then call the operation by its name, or with call_operation.",
  inputSchema: schemaOf(searchInput),
  annotations: { readOnlyHint: true, openWorldHint: false },
};

const searchOperations: FinderTool = {
  name: searchDefinition.name,
  definition: () => searchDefinition,
  async call(given, context) {
    const input = searchInput.safeParse(given);
    if (!input.success) return [JSON.stringify(resultOfIssues("query", issuesOf(input.error)))];
    const tools = search(searchIndexOf(context.tools), input.data.query).filter(callable(context));
    return [JSON.stringify(found(tools, input.data.limit))];
  },
};

const callInput = z.strictObject({
  name: z.string().min(1).max(100).describe("Name of the operation, from search_operations."),
  arguments: z.record(z.string(), z.unknown()).optional().describe("Arguments of the operation, as search_operations describes them."),
  fields: z.string().optional().describe("Comma-separated paths of the result fields, instead of the default fields."),
});

const callDefinition: ToolDefinition = {
  name: "call_operation",
  description:
    "Calls an operation that is not in your list of tools. Before the call, get the operation's arguments from search_operations.",
  inputSchema: schemaOf(callInput),
};

const callOperation: FinderTool = {
  name: callDefinition.name,
  definition: (context) => ({ ...callDefinition, annotations: hintsOf([...context.tools.all.values()].filter(callable(context))) }),
  async call(given, context) {
    const input = callInput.safeParse({ ...given, ...(typeof given.arguments === "string" && { arguments: parsed(given.arguments) }) });
    if (!input.success) return [JSON.stringify(resultOfIssues("query", issuesOf(input.error)))];
    const { name, arguments: inner, fields } = input.data;
    if (context.tools.all.has(name)) return callTool(name, { ...inner, ...(fields !== undefined && { fields }) }, context);
    const [similar] = search(searchIndexOf(context.tools), name.replaceAll("_", " ")).filter(callable(context));
    const hint = similar ? ` A similar operation is ${similar.name}.` : "";
    const message = `The API has no operation ${quoted(name)}.${hint} Use search_operations to find operations.`;
    return [JSON.stringify(resultOfIssues("query", [{ path: "name", message, code: "BAD_USER_INPUT" }]))];
  },
};

/** Parses `arguments` that a model sent as JSON text instead of an object. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function callable({ filter, caller }: ServerContext): (tool: Tool) => boolean {
  return (tool) => filter.allows(tool) && allows(caller.level, tool.level);
}

function hintsOf(tools: readonly Tool[]): ToolDefinition["annotations"] {
  const some = (hint: "readOnlyHint" | "destructiveHint" | "openWorldHint") => tools.some(({ annotations }) => annotations[hint]);
  if (tools.every(({ type }) => type === "query")) return { readOnlyHint: true, openWorldHint: some("openWorldHint") };
  return { readOnlyHint: false, destructiveHint: some("destructiveHint"), idempotentHint: false, openWorldHint: some("openWorldHint") };
}

/**
 * Describes the operations that a search found. The first operation always includes its arguments. Later operations include arguments only
 * if the tool result stays small enough.
 */
function found(tools: readonly Tool[], limit: number): CallToolResult {
  const operations: object[] = [];
  let length = 0;
  for (const tool of tools.slice(0, limit)) {
    const { name, description, inputSchema } = tool.definition("full");
    const described = { name, description, type: tool.type, level: tool.level };
    const full = { ...described, arguments: inputSchema };
    const isFull = operations.length === 0 || length + JSON.stringify(full).length <= longestText;
    operations.push(isFull ? full : described);
    length += JSON.stringify(operations.at(-1)).length;
  }
  const lines = operations.map((operation) => JSON.stringify(operation));
  return {
    content: [{ type: "text", text: [summaryOf(operations.length, tools.length), ...lines].join("\n") }],
    structuredContent: { result: { operations, totalCount: tools.length } },
  };
}

function summaryOf(shown: number, total: number): string {
  if (total === 0) return "No operation that this key may call contains these words. Try other words.";
  return `${shown} of ${total} operations. Call an operation by its name, or with call_operation {"name", "arguments"}. If an operation is shown without arguments, search for its name.`;
}

function issuesOf({ issues }: z.ZodError) {
  return issues.map(({ path, message }) => ({ path: path.join("."), message, code: "BAD_USER_INPUT" }));
}

/** Converts a zod type to JSON Schema without the keywords in `dropped`, which some clients do not support. */
function schemaOf(type: z.ZodType): ToolDefinition["inputSchema"] {
  const dropped = ["$schema", "additionalProperties", "propertyNames"];
  const text = JSON.stringify(z.toJSONSchema(type, { io: "input" }), (key, value) => (dropped.includes(key) ? undefined : value));
  return JSON.parse(text) as ToolDefinition["inputSchema"];
}
