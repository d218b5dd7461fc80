import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { PublicError } from "@offergraph/shared/errors/public-error";
import type { OperationRequest } from "../pipeline/context.js";
import { errorEntries, toRequestError } from "../pipeline/request-error.js";
import { type Issue, resultOfIssues } from "./result.js";

/**
 * True if the arguments of a tool call caused the error, so that the model can correct them and call the tool again. Such errors are tool
 * results (MCP specification, SEP-1303). Errors that concern the key, its limits or the headers keep their HTTP status.
 */
export function isFinding(error: unknown, operation: Pick<OperationRequest, "idempotencyKey"> | undefined): error is PublicError {
  if (!(error instanceof PublicError) || toRequestError(error).status !== 400) return false;
  return error.code !== "idempotency_key_invalid" || operation?.idempotencyKey !== undefined;
}

/** Returns the tool result for wrong arguments. A mutation has the findings in `userErrors`, as if the service had rejected the input. */
export function resultOfFinding(type: "query" | "mutation", error: PublicError): CallToolResult {
  const issues = errorEntries(error, "").map(({ message, extensions }): Issue => {
    const { code, variable, argument, fix } = extensions as Readonly<Record<string, unknown>>;
    const path = code === "idempotency_key_invalid" ? "idempotency_key" : String(variable ?? argument ?? "");
    const words = message.replace(/^The variable \$/, "The argument ");
    return { message: typeof fix === "string" ? `${words} ${fix}` : words, code, path };
  });
  return resultOfIssues(type, issues);
}
