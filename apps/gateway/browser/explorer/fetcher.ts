import type { Fetcher } from "@graphiql/toolkit";
import { type DocumentNode, getOperationAST } from "graphql";
import { storedKey } from "../shared/key.js";
import { confirmMutation } from "./confirm.js";
import { messageOf, showMessage } from "./message.js";

const introspection = "IntrospectionQuery";
export const noKey = "Enter an API key above to load the schema and to run operations.";

/** Creates the function with which GraphiQL sends operations. It adds the key of this tab, and asks before it sends a mutation. */
export function createFetcher(endpoint: string): Fetcher {
  return async ({ query, operationName, variables }, { headers, documentAST } = {}) => {
    const key = storedKey();
    if (key === "") {
      showMessage(noKey, "warn");
      throw new Error(noKey);
    }
    if (operationName !== introspection && isMutation(documentAST, operationName) && !(await confirmMutation(operationName ?? "")))
      throw new Error("The mutation was not sent.");
    const response = await send(endpoint, { query, operationName, variables }, { ...headers, Authorization: `Bearer ${key}` });
    const body: unknown = await response.json().catch(() => undefined);
    showMessage(response.ok ? "" : messageOf(body, response.status));
    if (body === undefined) throw new Error(messageOf(body, response.status));
    return body as Awaited<ReturnType<Fetcher>>;
  };
}

function isMutation(document: DocumentNode | undefined, operationName: string | null | undefined): boolean {
  return document !== undefined && getOperationAST(document, operationName)?.operation === "mutation";
}

async function send(endpoint: string, body: object, headers: Record<string, string>): Promise<Response> {
  try {
    return await fetch(endpoint, {
      method: "POST",
      // The key is the only credential. The browser must not add cookies of a proxy, nor send the address of this page elsewhere.
      credentials: "same-origin",
      headers: { ...headers, "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
    });
  } catch (error) {
    showMessage("The gateway cannot be reached. Check that it runs, and try again.");
    throw error;
  }
}
