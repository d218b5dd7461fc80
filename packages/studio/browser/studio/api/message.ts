import { ApiError, ConnectionError, type UserError } from "@offergraph/sdk";

/** Returns an error's message, with advice for the visitor. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return [error.message, error.fix].filter(Boolean).join(" ");
  if (error instanceof ConnectionError) return "The API cannot be reached. Check your connection, and try again.";
  return error instanceof Error ? error.message : String(error);
}

/** Joins the messages of all userErrors. */
export function messageOfUserErrors(errors: readonly UserError[]): string {
  return errors.map(({ message }) => message).join(" ");
}
