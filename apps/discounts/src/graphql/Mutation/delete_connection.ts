import { connectionRemoved } from "@offergraph/shared/contracts/events/discounts";
import { removeConnection } from "../../services/connections/change-connection.js";
import { type MutationField, mutation } from "../../tx.js";

export const delete_connection: MutationField<"delete_connection"> = mutation({ emits: [connectionRemoved] }, async (tx, { input }) => ({
  deletedId: await removeConnection(tx, input.connectionId, input.discardMessages ?? false),
}));
