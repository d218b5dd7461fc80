import { connectionRemoved } from "@offergraph/shared/contracts/events/discounts";
import { removeConnection } from "../../services/connections/change-connection.js";
import { type MutationField, mutation } from "../../tx.js";
import type { Context } from "../context.js";

export const delete_connection: MutationField<"delete_connection"> = mutation(
  {
    emits: [connectionRemoved],
    prepare: ({ input }, context: Context) => context.findIncentivesOfConnection(input.connectionId.toLowerCase()),
  },
  async (tx, { input }, _context, incentives) => ({
    deletedId: await removeConnection(tx, input.connectionId, { discardMessages: input.discardMessages ?? false, incentives }),
  }),
);
