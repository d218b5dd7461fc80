import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { isObject } from "@offergraph/shared/json/exact-json";
import { hasText, textOf, textOfIssues } from "./result-text.js";

/** GraphQL response of an executed operation. */
export interface ExecutionResult {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { message: string; path?: readonly (string | number)[]; extensions?: Readonly<Record<string, unknown>> }[];
}

/** Marks a result that contains texts written by third parties. */
export const untrustedMeta = { "offergraph/contentTrust": "untrusted" };

/** GraphQL error or userError. */
export interface Issue {
  readonly message: string;
  readonly code: unknown;
  readonly path?: string;
  /** Path of the invalid argument of a query. */
  readonly argument?: string;
}

/**
 * Converts a GraphQL response to a tool result: the operation's value as `result`, GraphQL errors as `errors`. Sets `isError` if there
 * are userErrors, or errors without a value.
 */
export function resultOf(operation: string, { data, errors = [] }: ExecutionResult): CallToolResult {
  const result = data?.[operation] ?? null;
  const broken = userErrorsOf(result);
  const issues = errors.map(({ message, path = [], extensions }): Issue => {
    // The first part is the operation itself.
    const [, ...inside] = path;
    const { code, argument } = extensions ?? {};
    return {
      message,
      code,
      ...(inside.length > 0 && { path: inside.join(".") }),
      ...(typeof argument === "string" && { argument }),
    };
  });
  const isError = broken.length > 0 || (result === null && issues.length > 0);
  const text = isError ? textOfIssues(broken, issues) : textOf(result, issues);
  return {
    content: [{ type: "text", text }],
    ...(!isError && hasText(result) && { _meta: untrustedMeta }),
    structuredContent: { result, ...(issues.length > 0 && { errors: issues }) },
    ...(isError && { isError }),
  };
}

function userErrorsOf(result: unknown): Issue[] {
  const { userErrors } = isObject(result) ? result : {};
  if (!Array.isArray(userErrors)) return [];
  return userErrors.map(({ field, message, code }) => ({ message, code, path: Array.isArray(field) ? field.join(".") : "" }));
}
