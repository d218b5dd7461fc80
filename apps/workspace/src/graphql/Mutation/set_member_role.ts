import { memberRoleChanged } from "@offergraph/shared/contracts/events/workspace";
import { setRole } from "../../services/members/members.js";
import { type MutationField, mutation } from "../../tx.js";
import type { Context } from "../context.js";
import { requireSession } from "../require-session.js";

export const set_member_role: MutationField<"set_member_role"> = mutation(
  { emits: [memberRoleChanged], prepare: async (_given, { principal }: Context) => requireSession(principal) },
  async (tx, { input }) => ({
    member: await setRole(tx, input.memberId, input.role),
  }),
);
