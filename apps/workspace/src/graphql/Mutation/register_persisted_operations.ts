import { persistedOperationRegistered } from "@offergraph/shared/contracts/events/workspace";
import { readPersistedDocuments } from "../../services/persisted/document.js";
import { registerOperations } from "../../services/persisted/operations.js";
import { type MutationField, mutation } from "../../tx.js";

export const register_persisted_operations: MutationField<"register_persisted_operations"> = mutation(
  {
    emits: [persistedOperationRegistered],
    prepare: ({ input }, { errors }) => readPersistedDocuments(input.documents, errors),
  },
  async (tx, { input }, _context, documents) => ({ persistedOperations: await registerOperations(tx, input.apiKeyId, documents) }),
);
