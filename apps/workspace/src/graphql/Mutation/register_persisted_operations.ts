import { persistedOperationRegistered } from "@offergraph/shared/contracts/events/workspace";
import { registerOperations } from "../../services/persisted/operations.js";
import { type MutationField, mutation } from "../../tx.js";

export const register_persisted_operations: MutationField<"register_persisted_operations"> = mutation(
  { emits: [persistedOperationRegistered] },
  async (tx, { input }) => ({ persistedOperations: await registerOperations(tx, input.apiKeyId, input.documents) }),
);
