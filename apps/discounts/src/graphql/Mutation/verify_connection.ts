import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { readStores } from "../../db/connections.js";
import { verifyStore } from "../../services/connections/verify-store.js";
import { type MutationField, mutation } from "../../tx.js";
import type { Context } from "../context.js";

const path = ["input", "connectionId"];

export const verify_connection: MutationField<"verify_connection"> = mutation(
  {
    emits: [],
    dryRunNotes: ["The dry run sent no request to the store, so `verification` is null."],
    // Sends the request before the transaction begins, because no transaction may wait for a store.
    prepare: async ({ input }, context: Context) => {
      const [store] = await readStores(context.read, [input.connectionId]);
      return store && { provider: store.provider, verification: await verifyStore(context, store) };
    },
    prepareDryRun: async ({ input }, { read }: Context) => {
      const [store] = await readStores(read, [input.connectionId]);
      return store && { provider: store.provider, verification: undefined };
    },
  },
  async (tx, _given, _context, checked) => {
    if (!checked) return rejectWith(tx, path, "NOT_FOUND", "There is no such connection in this workspace.");
    if (checked.provider === "manual")
      return rejectWith(tx, path, "INVALID", "A connection with the provider `manual` has no endpoint to verify.");
    return { verification: checked.verification ?? null };
  },
);
