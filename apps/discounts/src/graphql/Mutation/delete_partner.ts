import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { discountCodeUpdated, partnerDeleted, postDeleted, postUpdated } from "@offergraph/shared/contracts/events/discounts";
import { lockPartnerOfRef } from "../../services/partners/find-partner.js";
import { deletePartner } from "../../services/partners/partners.js";
import { type MutationField, mutation } from "../../tx.js";

const path = ["input", "partnerId"];

export const delete_partner: MutationField<"delete_partner"> = mutation(
  { emits: [partnerDeleted, discountCodeUpdated, postDeleted, postUpdated] },
  async (tx, { input }) => {
    const partner = await lockPartnerOfRef(tx, input.partnerId, path);
    if (!partner) return throwUserErrors(tx);
    return { deletedId: partner.rowId, changedCodeCount: await deletePartner(tx, partner, path) };
  },
);
