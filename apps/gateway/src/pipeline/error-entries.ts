import type { PublicError } from "@offergraph/shared/errors/public-error";

interface Issue extends Record<string, unknown> {
  message: string;
  locations?: unknown;
}

/** Entry of `errors` (GraphQL specification 7.1.2). */
export interface ErrorEntry {
  message: string;
  locations?: unknown;
  extensions: Record<string, unknown>;
}

/** `errors` of a request that was not executed: one entry per problem that the error lists. */
export function errorEntries(error: PublicError, requestId: string): ErrorEntry[] {
  const { errors, ...details } = error.details;
  const issues: readonly Issue[] = isIssues(errors) ? errors : [{ message: error.message }];
  return issues.map((issue) => {
    const { message, locations, ...more } = { ...details, ...issue };
    return { message, ...(locations !== undefined && { locations }), extensions: { ...more, code: error.code, requestId } };
  });
}

function isIssues(value: unknown): value is Issue[] {
  return Array.isArray(value) && value.length > 0 && value.every((issue) => typeof issue?.message === "string");
}
