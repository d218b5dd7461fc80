import { discountCodeUpdated, postUpdated } from "@offergraph/shared/contracts/events/discounts";
import { lockCodesOfRefs } from "../../services/codes/find-code.js";
import { lockPartnerOfRef } from "../../services/partners/find-partner.js";
import { assignPartner } from "../../services/partners/partners.js";
import { type MutationField, mutation } from "../../tx.js";

const path = ["input", "partnerId"];

export const assign_discount_codes_to_partner: MutationField<"assign_discount_codes_to_partner"> = mutation(
  { emits: [discountCodeUpdated, postUpdated] },
  async (tx, { input }) => {
    if (input.partnerId === undefined)
      tx.errors.add(path, "REQUIRED", "partnerId is required. To remove the codes from their partners, pass null.");
    const partner = input.partnerId == null ? undefined : await lockPartnerOfRef(tx, input.partnerId, path, "SHARE");
    const codes = await lockCodesOfRefs(tx, input.discountCodeIds, ["input", "discountCodeIds"]);
    tx.check();
    return { discountCodes: await assignPartner(tx, partner?.rowId ?? null, codes) };
  },
);
