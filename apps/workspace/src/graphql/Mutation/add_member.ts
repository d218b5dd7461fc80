import { memberAdded } from "@offergraph/shared/contracts/events/workspace";
import { addMember } from "../../services/members/members.js";
import { type MutationField, mutation } from "../../tx.js";
import type { Context } from "../context.js";
import { requireSession } from "../require-session.js";

export const add_member: MutationField<"add_member"> = mutation(
  { emits: [memberAdded], prepare: async (_given, { principal }: Context) => requireSession(principal) },
  async (tx, { input }) => ({
    member: await addMember(tx, { ...input, email: input.email ?? null }),
  }),
);
