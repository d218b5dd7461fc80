import { memberRemoved } from "@offergraph/shared/contracts/events/workspace";
import { removeMember } from "../../services/members/members.js";
import { type MutationField, mutation } from "../../tx.js";

export const remove_member: MutationField<"remove_member"> = mutation({ emits: [memberRemoved] }, async (tx, { input }) => ({
  member: await removeMember(tx, input.memberId),
}));
