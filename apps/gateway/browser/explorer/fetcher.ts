import type { Fetcher } from "@graphiql/toolkit";
import { type ExecutionResult, getOperationAST, parse } from "graphql";
import { storedKey } from "../shared/key.js";
import { confirmMutation } from "./confirm.js";
import { isDryRun } from "./dry-run.js";
import { dryRunMessageOf, messageOf, showMessage } from "./message.js";

const unreachable = "The gateway cannot be reached. Check that the gateway runs, and try again.";
export const noKey = "Enter an API key above to load the schema and to run operations.";

/**
 * Creates the function with which GraphiQL sends operations. Adds the tab's API key. Sends mutations as dry runs, or asks the user for
 * confirmation.
 */
export function createFetcher(endpoint: string): Fetcher {
  return async ({ query, operationName, variables }, { headers } = {}) => {
    const key = storedKey();
    if (key === "") {
      showMessage(noKey, "warn");
      return failure(noKey);
    }
    const mutation = mutationIn(query, operationName);
    const isDry = mutation !== undefined && isDryRun();
    if (mutation !== undefined && !isDry && !(await confirmMutation(mutation))) return failure("The mutation was not sent.");
    // Clears the old message, because screen readers announce a message only if the text changes.
    if (isDry) showMessage("");
    const response = await send(endpoint, { query, operationName, variables }, headersOf({ ...headers }, key, isDry));
    if (!response) return failure(unreachable);
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) showMessage(messageOf(body, response.status));
    else showMessage(isDry ? dryRunMessageOf(body) : "", "warn");
    return reportFirst((body ?? failure(messageOf(body, response.status))) as ExecutionResult);
  };
}

function headersOf(own: Record<string, string>, key: string, isDry: boolean): Headers {
  const headers = new Headers(own);
  headers.set("Authorization", `Bearer ${key}`);
  headers.set("Content-Type", "application/json");
  headers.set("Accept", "application/json");
  if (isDry) headers.set("Dry-Run", "true");
  return headers;
}

/** Moves the report of a dry run to the start of the result, so that a visitor sees the report without scrolling. */
function reportFirst(result: ExecutionResult): ExecutionResult {
  const { extensions, ...rest } = result;
  return extensions?.dryRun === undefined ? result : { extensions, ...rest };
}

/** Returns the name of the mutation that a document runs. Returns undefined for a query or an invalid document. */
function mutationIn(query: string, operationName: string | null | undefined): string | undefined {
  try {
    const operation = getOperationAST(parse(query), operationName);
    return operation?.operation === "mutation" ? (operation.name?.value ?? "") : undefined;
  } catch {
    // Ignores syntax errors, because the gateway reports these errors.
    return undefined;
  }
}

/** Returns a result that GraphiQL shows like a gateway error. */
function failure(message: string): ExecutionResult {
  return { errors: [{ message }] } as unknown as ExecutionResult;
}

async function send(endpoint: string, body: object, headers: Headers): Promise<Response | undefined> {
  try {
    return await fetch(endpoint, { method: "POST", credentials: "same-origin", headers, body: JSON.stringify(body) });
  } catch {
    showMessage(unreachable);
    return undefined;
  }
}
