import { PublicError } from "@offergraph/shared/errors/public-error";
import type { Logger } from "@offergraph/shared/log/logger";
import type { GraphQLError } from "graphql";

/** An error in a GraphQL response (GraphQL specification, section 7.1.2). */
export interface AnswerError {
  message: string;
  locations?: readonly { line: number; column: number }[] | undefined;
  path?: readonly (string | number)[] | undefined;
  extensions: Record<string, unknown>;
}

const internal = new PublicError("INTERNAL_SERVER_ERROR", "Internal error. Search the service log for the request id.");

function publicCause(error: unknown): PublicError | undefined {
  if (error instanceof PublicError) return error;
  const cause = error instanceof Error && "originalError" in error ? error.originalError : undefined;
  return cause === undefined ? undefined : publicCause(cause);
}

/**
 * Converts execution errors for the response. The code and the details of a PublicError are sent to the client. All other errors are
 * logged, and the client gets the code INTERNAL_SERVER_ERROR.
 */
export function answerErrors(errors: readonly GraphQLError[], log: Logger): AnswerError[] {
  return errors.map((error) => {
    const known = publicCause(error);
    if (!known) log.error({ err: error.originalError ?? error, path: error.path?.join(".") }, "resolver failed");
    const { message, code, details } = known ?? internal;
    return { message, locations: error.locations, path: error.path, extensions: { code, ...details } };
  });
}

/** Converts the error of a request that failed before the execution. */
export function requestError(error: unknown, log: Logger): AnswerError {
  const known = publicCause(error);
  if (!known) log.error({ err: error }, "request failed");
  const { message, code, details } = known ?? internal;
  return { message, extensions: { code, ...details } };
}
