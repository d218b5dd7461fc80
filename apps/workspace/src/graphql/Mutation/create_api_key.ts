import { allows } from "@offergraph/shared/access/principal";
import { apiKeyCreated } from "@offergraph/shared/contracts/events/workspace";
import { createKey } from "../../services/keys/keys.js";
import { type MutationField, mutation } from "../../tx.js";
import type { Context } from "../context.js";
import { requireSession } from "../require-session.js";

export const create_api_key: MutationField<"create_api_key"> = mutation(
  { emits: [apiKeyCreated], prepare: async (_given, { principal }: Context) => requireSession(principal), secrets: ["secret"] },
  (tx, { input }, { principal }) => {
    if (!allows(principal.level, input.level))
      tx.errors.add(["input", "level"], "INVALID", `A session of level ${principal.level} cannot create a key of level ${input.level}.`);
    return createKey(tx, principal.memberId, {
      name: input.name,
      kind: input.kind ?? "SECRET",
      level: input.level,
      origins: input.origins ?? [],
      connectionId: input.connectionId ?? null,
      limitPerMinute: input.limitPerMinute ?? null,
      persistedOnly: input.persistedOnly ?? false,
      expiresAt: input.expiresAt ? new Date(input.expiresAt) : null,
    });
  },
);
