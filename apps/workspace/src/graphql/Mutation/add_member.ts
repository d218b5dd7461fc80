import { memberAdded } from "@offergraph/shared/contracts/events/workspace";
import { addMember } from "../../services/members/members.js";
import { type MutationField, mutation } from "../../tx.js";

export const add_member: MutationField<"add_member"> = mutation({ emits: [memberAdded] }, async (tx, { input }) => ({
  member: await addMember(tx, { ...input, email: input.email ?? null }),
}));
