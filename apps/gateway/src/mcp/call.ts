import { PublicError } from "@offergraph/shared/errors/public-error";
import type { BodyParts } from "../http/send.js";
import type { OperationRequest } from "../pipeline/context.js";
import { invalidParams, quoted } from "./errors.js";
import type { ServerContext } from "./server.js";
import type { Tool } from "./tool.js";

/**
 * Calls a listed or unlisted operation. Returns the parts of the result's JSON. Throws RpcError -32602 for unknown tools and for tools that
 * the URL excludes.
 */
export function callTool(name: string, given: Readonly<Record<string, unknown>>, context: ServerContext): Promise<BodyParts> {
  const tool = context.tools.all.get(name);
  if (!tool) throw invalidParams(`Unknown tool ${quoted(name)}; tools/list lists the available tools.`);
  if (!context.filter.allows(tool)) throw invalidParams(`The tool ${tool.name} is excluded by the URL parameter toolsets or read_only.`);
  return context.call(tool, () => operationOfCall(tool, given));
}

/** Returns the GraphQL operation of a tool call. Throws PublicError for unknown arguments and for an invalid argument `fields`. */
export function operationOfCall(tool: Tool, given: Readonly<Record<string, unknown>>): OperationRequest {
  const variables: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const name of Object.keys(given)) {
    if (tool.arguments.includes(name)) variables[name] = given[name];
    else if (!tool.extras.includes(name)) unknown.push(name);
  }
  if (unknown.length > 0) throw unknownArguments(tool, unknown);
  const extra = (name: string) => (tool.arguments.includes(name) ? undefined : given[name]);
  const [key, dryRun] = [extra("idempotency_key"), extra("dry_run")];
  return {
    query: tool.document(extra("fields")),
    operationName: undefined,
    variables,
    // Replaces a value that is not a string with "", which checkIdempotencyKey rejects.
    ...(key !== undefined && { idempotencyKey: typeof key === "string" ? key : "" }),
    // Replaces a value that is not a boolean with "", which readDryRun rejects.
    ...(dryRun !== undefined && { dryRun: typeof dryRun === "boolean" ? String(dryRun) : "" }),
  };
}

const maxUnknown = 10;

function unknownArguments({ name: tool, inputFields, arguments: own, extras }: Tool, unknown: readonly string[]): PublicError {
  const allowed = [...own, ...extras];
  const errors = unknown.slice(0, maxUnknown).map((name) => {
    const hint = inputFields.includes(name) ? ` Write ${quoted(name)} inside \`input\`.` : "";
    const message = `The tool ${tool} has no argument ${quoted(name)}; allowed: ${allowed.join(", ") || "none"}.${hint}`;
    return { message, argument: name.slice(0, 80) };
  });
  const [{ message, argument } = { message: "", argument: "" }] = errors;
  return new PublicError("GRAPHQL_VALIDATION_FAILED", message, { argument, ...(errors.length > 1 && { errors }) });
}
