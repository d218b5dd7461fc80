import { PublicError } from "@offergraph/shared/errors/public-error";
import type { OperationRequest } from "../pipeline/context.js";
import type { Tool } from "./tool.js";

const keyArgument = "idempotency_key";
const fieldsArgument = "fields";

/** Builds the GraphQL operation of a tool call. Throws PublicError for unknown arguments and for invalid `fields` (see Tool.document). */
export function operationOfCall(tool: Tool, given: Readonly<Record<string, unknown>>): OperationRequest {
  const own = new Set(tool.arguments);
  const { ours, variables } = split(own, given);
  const allowed = [...own, ...tool.extras];
  const unknown = Object.keys(given).find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    throw new PublicError(
      "GRAPHQL_VALIDATION_FAILED",
      `The tool ${tool.name} has no argument ${JSON.stringify(unknown.slice(0, 80))}; allowed: ${allowed.join(", ") || "none"}.`,
      { argument: unknown.slice(0, 80) },
    );
  const key = ours[keyArgument];
  return {
    query: tool.document(ours[fieldsArgument]),
    operationName: undefined,
    variables,
    // "" is not a valid key, so checkIdempotencyKey rejects values that are not strings.
    ...(key !== undefined && { idempotencyKey: typeof key === "string" ? key : "" }),
  };
}

/** Separates the operation's arguments from those that the tool adds (`fields`, `idempotency_key`). */
function split(own: ReadonlySet<string>, given: Readonly<Record<string, unknown>>) {
  const [variables, ours]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const [name, value] of Object.entries(given)) (own.has(name) ? variables : ours)[name] = value;
  return { variables, ours };
}
