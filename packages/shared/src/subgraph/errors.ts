import type { GraphQLError } from "graphql";
import { PublicError } from "../errors/public-error.js";
import type { Logger } from "../log/logger.js";

/** An error as it stands in an answer (GraphQL spec, 7.1.2). */
export interface AnswerError {
  message: string;
  locations?: readonly { line: number; column: number }[] | undefined;
  path?: readonly (string | number)[] | undefined;
  extensions: Record<string, unknown>;
}

const internal = new PublicError("INTERNAL_SERVER_ERROR", "The service failed here. Its log tells more under the request's id.");

/** The PublicError that was thrown, however often the executor wrapped it. */
function publicCause(error: unknown): PublicError | undefined {
  if (error instanceof PublicError) return error;
  const cause = error instanceof Error && "originalError" in error ? error.originalError : undefined;
  return cause === undefined ? undefined : publicCause(cause);
}

/**
 * What leaves of the errors of an execution: a PublicError with its code and details, everything else as INTERNAL_SERVER_ERROR
 * without its message. The latter are logged here, once, with all there is to know.
 */
export function answerErrors(errors: readonly GraphQLError[], log: Logger): AnswerError[] {
  return errors.map((error) => {
    const known = publicCause(error);
    if (!known) log.error({ err: error.originalError ?? error, path: error.path?.join(".") }, "a resolver failed");
    const { message, code, details } = known ?? internal;
    return { message, locations: error.locations, path: error.path, extensions: { code, ...details } };
  });
}

/** An error of a request of which nothing was executed. */
export function requestError(error: unknown, log: Logger): AnswerError {
  const known = publicCause(error);
  if (!known) log.error({ err: error }, "a request failed");
  const { message, code, details } = known ?? internal;
  return { message, extensions: { code, ...details } };
}
