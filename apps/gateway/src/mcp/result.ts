import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { isObject } from "../is-object.js";
import { hasText, textOf, textOfFaults } from "./result-text.js";

/** An executed operation, as GraphQL answers it. */
export interface Executed {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { message: string; path?: readonly (string | number)[]; extensions?: Readonly<Record<string, unknown>> }[];
}

/** Tells clients that a result holds texts which other people wrote. */
export const untrustedMeta = { "offergraph/contentTrust": "untrusted" };

/** One thing that was wrong. */
export interface Fault {
  readonly message: string;
  readonly code: unknown;
  readonly path?: string;
  /** Which argument a read was refused for, with the path into it. */
  readonly argument?: string;
}

/**
 * What a tool answers: the operation's value as `result`, with the errors of its parts beside it. It is an error when nothing came of the call:
 * the input broke rules, or no value came for a reason.
 */
export function resultOf(operation: string, { data, errors = [] }: Executed): CallToolResult {
  const result = data?.[operation] ?? null;
  const broken = userErrorsOf(result);
  const faults = errors.map(({ message, path = [], extensions }): Fault => {
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
  const isError = broken.length > 0 || (result === null && faults.length > 0);
  const text = isError ? textOfFaults(broken, faults) : textOf(result, faults);
  return {
    content: [{ type: "text", text }],
    ...(!isError && hasText(result) && { _meta: untrustedMeta }),
    structuredContent: { result, ...(faults.length > 0 && { errors: faults }) },
    ...(isError && { isError }),
  };
}

function userErrorsOf(result: unknown): Fault[] {
  const { userErrors } = isObject(result) ? result : {};
  if (!Array.isArray(userErrors)) return [];
  return userErrors.map(({ field, message, code }) => ({ message, code, path: Array.isArray(field) ? field.join(".") : "" }));
}
