import type { PersistedOperationResolvers } from "../generated/types.js";
import { apiKeyById, documentById, persistedOperationById } from "./loaders.js";

export const PersistedOperation: PersistedOperationResolvers = {
  __resolveReference: ({ rowId }, context) => persistedOperationById(context, rowId),
  document: ({ rowId, document }, _given, context) => document ?? documentById(context, rowId),
  apiKey: ({ apiKeyId }, _given, context) => apiKeyById(context, apiKeyId),
};
