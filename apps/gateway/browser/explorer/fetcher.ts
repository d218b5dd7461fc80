import type { Fetcher } from "@graphiql/toolkit";
import { type ExecutionResult, getOperationAST, parse } from "graphql";
import { storedKey } from "../shared/key.js";
import { confirmMutation } from "./confirm.js";
import { messageOf, showMessage } from "./message.js";

const unreachable = "The gateway cannot be reached. Check that it runs, and try again.";
export const noKey = "Enter an API key above to load the schema and to run operations.";

/** Creates the function with which GraphiQL sends operations. It adds the key of this tab, and asks before it sends a mutation. */
export function createFetcher(endpoint: string): Fetcher {
  return async ({ query, operationName, variables }, { headers } = {}) => {
    const key = storedKey();
    if (key === "") {
      showMessage(noKey, "warn");
      return failure(noKey);
    }
    const mutation = mutationIn(query, operationName);
    if (mutation !== undefined && !(await confirmMutation(mutation))) return failure("The mutation was not sent.");
    const response = await send(endpoint, { query, operationName, variables }, { ...headers, Authorization: `Bearer ${key}` });
    if (!response) return failure(unreachable);
    const body: unknown = await response.json().catch(() => undefined);
    showMessage(response.ok ? "" : messageOf(body, response.status));
    return (body ?? failure(messageOf(body, response.status))) as ExecutionResult;
  };
}

/** Returns the name of the mutation that a document runs; undefined if it runs a query or is invalid. */
function mutationIn(query: string, operationName: string | null | undefined): string | undefined {
  try {
    const operation = getOperationAST(parse(query), operationName);
    return operation?.operation === "mutation" ? (operation.name?.value ?? "") : undefined;
  } catch {
    // The gateway reports the syntax error.
    return undefined;
  }
}

/** A result that GraphiQL shows like the errors of the gateway. */
function failure(message: string): ExecutionResult {
  return { errors: [{ message }] } as unknown as ExecutionResult;
}

async function send(endpoint: string, body: object, headers: Record<string, string>): Promise<Response | undefined> {
  try {
    return await fetch(endpoint, {
      method: "POST",
      credentials: "same-origin",
      headers: { ...headers, "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    showMessage(unreachable);
    return undefined;
  }
}
