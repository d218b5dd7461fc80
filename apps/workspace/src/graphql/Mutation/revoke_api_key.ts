import { apiKeyRevoked } from "@offergraph/shared/contracts/events/workspace";
import { revokeKey } from "../../services/keys/keys.js";
import { type MutationField, mutation } from "../../tx.js";
import type { Context } from "../context.js";
import { requireSession } from "../require-session.js";

export const revoke_api_key: MutationField<"revoke_api_key"> = mutation(
  { emits: [apiKeyRevoked], prepare: async (_given, { principal }: Context) => requireSession(principal) },
  async (tx, { input }) => ({ apiKey: await revokeKey(tx, input.apiKeyId) }),
);
