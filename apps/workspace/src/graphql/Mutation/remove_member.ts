import { memberRemoved } from "@offergraph/shared/contracts/events/workspace";
import { removeMember } from "../../services/members/members.js";
import { type MutationField, mutation } from "../../tx.js";
import type { Context } from "../context.js";
import { requireSession } from "../require-session.js";

export const remove_member: MutationField<"remove_member"> = mutation(
  { emits: [memberRemoved], prepare: async (_given, { principal }: Context) => requireSession(principal) },
  async (tx, { input }) => ({
    member: await removeMember(tx, input.memberId),
  }),
);
