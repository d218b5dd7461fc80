import { PublicError } from "@offergraph/shared/errors/public-error";
import type { OperationRequest } from "../exchange.js";
import type { Tool } from "./tool.js";

const keyArgument = "idempotency_key";
const fieldsArgument = "fields";

/** The operation that a call of a tool is. Throws PublicError for arguments that are none, see Tool.document for `fields`. */
export function operationOfCall(tool: Tool, given: Readonly<Record<string, unknown>>): OperationRequest {
  const own = new Set(tool.arguments);
  const { ours, variables } = split(own, given);
  const allowed = [...own, ...tool.extras];
  const unknown = Object.keys(given).find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    throw new PublicError(
      "GRAPHQL_VALIDATION_FAILED",
      `The tool ${tool.name} has no argument ${JSON.stringify(unknown.slice(0, 80))}; it has ${allowed.join(", ") || "none"}.`,
      { argument: unknown.slice(0, 80) },
    );
  const key = ours[keyArgument];
  return {
    query: tool.document(ours[fieldsArgument]),
    operationName: undefined,
    variables,
    // What is no text is none of the keys that are taken: its step refuses it, in its turn.
    ...(key !== undefined && { idempotencyKey: typeof key === "string" ? key : "" }),
  };
}

/** The operation's own arguments, and those that every tool takes beside them. */
function split(own: ReadonlySet<string>, given: Readonly<Record<string, unknown>>) {
  const [variables, ours]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const [name, value] of Object.entries(given)) (own.has(name) ? variables : ours)[name] = value;
  return { variables, ours };
}
