import { partnerAdded } from "@offergraph/shared/contracts/events/discounts";
import { readPartnerFields } from "../../domain/partners.js";
import { addPartner } from "../../services/partners/partners.js";
import { type MutationField, mutation } from "../../tx.js";

export const create_partner: MutationField<"create_partner"> = mutation({ emits: [partnerAdded] }, async (tx, { input }) => {
  const { name = input.name, handle = null } = readPartnerFields(input, ["input"], tx.errors);
  return { partner: await addPartner(tx, { name, handle }) };
});
