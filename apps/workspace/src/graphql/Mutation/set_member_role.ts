import { memberRoleChanged } from "@offergraph/shared/contracts/events/workspace";
import { setRole } from "../../services/members/members.js";
import { type MutationField, mutation } from "../../tx.js";

export const set_member_role: MutationField<"set_member_role"> = mutation({ emits: [memberRoleChanged] }, async (tx, { input }) => ({
  member: await setRole(tx, input.memberId, input.role),
}));
