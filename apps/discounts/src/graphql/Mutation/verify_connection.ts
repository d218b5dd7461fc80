import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { readStores } from "../../db/connections.js";
import { verifyStore } from "../../services/connections/verify-store.js";
import { type MutationField, mutation } from "../../tx.js";
import type { Context } from "../context.js";

const path = ["input", "connectionId"];

export const verify_connection: MutationField<"verify_connection"> = mutation(
  {
    emits: [],
    // Sends the request before the transaction begins, because no transaction may wait for a store.
    prepare: async ({ input }, context: Context) => {
      const [store] = await readStores(context.read, [input.connectionId]);
      return store && { provider: store.provider, verification: await verifyStore(context, store) };
    },
  },
  async (tx, _given, _context, checked) => {
    if (!checked) return rejectWith(tx, path, "NOT_FOUND", "There is no such connection in this workspace.");
    if (!checked.verification) return rejectWith(tx, path, "INVALID", "A connection with the provider `manual` has no endpoint to verify.");
    return { verification: checked.verification };
  },
);
