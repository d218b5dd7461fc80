import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { PublicError } from "@offergraph/shared/errors/public-error";
import type { OperationRequest } from "../pipeline/context.js";
import { errorEntries, toRequestError } from "../pipeline/request-error.js";
import { type Issue, resultOfIssues } from "./result.js";

// Error codes for values that clients send as a tool argument or a request header.
const ofArgument: Readonly<Record<string, "idempotencyKey" | "dryRun">> = {
  idempotency_key_invalid: "idempotencyKey",
  dry_run_invalid: "dryRun",
};
const paths: Readonly<Record<string, string>> = { idempotency_key_invalid: "idempotency_key", dry_run_invalid: "dry_run" };

/**
 * True if the arguments of a tool call caused the error. The model can correct the arguments and repeat the call. Errors in arguments are
 * tool results (MCP specification, SEP-1303). Errors about the key, limits or headers keep their HTTP status.
 */
export function isFinding(
  error: unknown,
  operation: Pick<OperationRequest, "idempotencyKey" | "dryRun"> | undefined,
): error is PublicError {
  if (!(error instanceof PublicError) || toRequestError(error).status !== 400) return false;
  const argument = ofArgument[error.code];
  return argument === undefined || operation?.[argument] !== undefined;
}

/**
 * Returns the tool result for wrong arguments. For a mutation, the errors are in `userErrors`, as if the service had rejected the input.
 */
export function resultOfFinding(type: "query" | "mutation", error: PublicError): CallToolResult {
  const issues = errorEntries(error, "").map(({ message, extensions }): Issue => {
    const { code, variable, argument, fix } = extensions as Readonly<Record<string, unknown>>;
    const path = paths[String(code)] ?? String(variable ?? argument ?? "");
    const words = message.replace(/^The variable \$/, "The argument ");
    return { message: typeof fix === "string" ? `${words} ${fix}` : words, code, path };
  });
  return resultOfIssues(type, issues);
}
