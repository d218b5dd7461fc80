import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { partnerUpdated } from "@offergraph/shared/contracts/events/discounts";
import { readPartnerFields } from "../../domain/partners.js";
import { lockPartnerOfRef } from "../../services/partners/find-partner.js";
import { changePartner, checkHandle } from "../../services/partners/partners.js";
import { type MutationField, mutation } from "../../tx.js";

export const update_partner: MutationField<"update_partner"> = mutation({ emits: [partnerUpdated] }, async (tx, { input }) => {
  const fields = readPartnerFields(input, ["input"], tx.errors);
  const partner = await lockPartnerOfRef(tx, input.partnerId, ["input", "partnerId"]);
  await checkHandle(tx, fields.handle ?? null, partner?.rowId);
  return partner ? { partner: await changePartner(tx, partner, fields) } : throwUserErrors(tx);
});
