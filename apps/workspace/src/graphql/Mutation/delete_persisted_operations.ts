import { persistedOperationDeleted } from "@offergraph/shared/contracts/events/workspace";
import { removeOperations } from "../../services/persisted/operations.js";
import { type MutationField, mutation } from "../../tx.js";

export const delete_persisted_operations: MutationField<"delete_persisted_operations"> = mutation(
  { emits: [persistedOperationDeleted] },
  async (tx, { input }) => ({ deletedIds: await removeOperations(tx, input.ids) }),
);
