import type { PersistedOperationResolvers } from "../generated/types.js";
import { apiKeyById, persistedOperationById } from "./loaders.js";

export const PersistedOperation: PersistedOperationResolvers = {
  __resolveReference: ({ rowId }, context) => persistedOperationById(context, rowId),
  apiKey: ({ apiKeyId }, _given, context) => apiKeyById(context, apiKeyId),
};
