import { rowLoader } from "@offergraph/service/subgraph/reference";
import { BadUserInput, PublicError } from "@offergraph/shared/errors/public-error";
import { readApiKeys } from "../db/api-keys.js";
import { readMembers } from "../db/members.js";
import { readDocuments, readPersistedOperations } from "../db/persisted-operations.js";
import { readDeliveries, readNextAttempts } from "../db/webhook-deliveries.js";
import { readEndpoints } from "../db/webhook-endpoints.js";
import type { Context } from "./context.js";

// Each loader reads all requested records of a kind with one statement.

export const memberById = rowLoader("members", (context: Context, ids) => readMembers(context.read, ids));
export const apiKeyById = rowLoader("API keys", (context: Context, ids) => readApiKeys(context.read, ids));
export const persistedOperationById = rowLoader("persisted operations", (context: Context, ids) =>
  readPersistedOperations(context.read, ids),
);

// Limits a request's memory, because each document can have up to 20,000 bytes.
const maxDocuments = 100;

/** Loads the text of a persisted operation. Throws BadUserInput if the request reads too many texts. */
export function documentById(context: Context, operationId: string): Promise<string> {
  let count = 0;
  const loader = context.load<string, string>("documents", async (ids) => {
    count += ids.length;
    if (count > maxDocuments)
      throw new BadUserInput("first", `A request can read at most ${maxDocuments} documents. Request shorter pages, or omit \`document\`.`);
    const documents = await readDocuments(context.read, ids);
    return ids.map(
      (id) =>
        documents.get(id) ?? new PublicError("NOT_FOUND", "The persisted operation was deleted during the request. Repeat the request."),
    );
  });
  return loader.load(operationId);
}

export const endpointById = rowLoader("webhook endpoints", (context: Context, ids) => readEndpoints(context.read, ids));
export const deliveryById = rowLoader("webhook deliveries", (context: Context, ids) => readDeliveries(context.read, ids));

export function nextAttemptOf(context: Context, deliveryId: string): Promise<string | null> {
  const loader = context.load<string, string | null>("next webhook attempts", async (ids) => {
    const times = await readNextAttempts(context.read, context.principal.workspaceId, ids);
    return ids.map((id) => times.get(id) ?? null);
  });
  return loader.load(deliveryId);
}
