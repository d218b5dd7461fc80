import { PublicError } from "@offergraph/shared/errors/public-error";
import type { OperationRequest } from "../pipeline/context.js";
import { quoted } from "./errors.js";
import type { Tool } from "./tool.js";

/** Returns the GraphQL operation of a tool call. Throws PublicError for unknown arguments and for an invalid argument `fields`. */
export function operationOfCall(tool: Tool, given: Readonly<Record<string, unknown>>): OperationRequest {
  const isOwn = (name: string) => tool.arguments.includes(name);
  const allowed = [...tool.arguments, ...tool.extras];
  const unknown = Object.keys(given).find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    throw new PublicError(
      "GRAPHQL_VALIDATION_FAILED",
      `The tool ${tool.name} has no argument ${quoted(unknown)}; allowed: ${allowed.join(", ") || "none"}.`,
      { argument: unknown.slice(0, 80) },
    );
  const extra = (name: string) => (isOwn(name) ? undefined : given[name]);
  const key = extra("idempotency_key");
  return {
    query: tool.document(extra("fields")),
    operationName: undefined,
    variables: Object.fromEntries(Object.entries(given).filter(([name]) => isOwn(name))),
    // If the value is not a string, "" takes its place, so that checkIdempotencyKey rejects it.
    ...(key !== undefined && { idempotencyKey: typeof key === "string" ? key : "" }),
  };
}
