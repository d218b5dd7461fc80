import type { ReplicaLookups } from "@offergraph/service/replicas/resolve";
import type { Ref } from "@offergraph/shared/schema/ref";
import type { CollectedRow } from "../../db/responses.js";

type Attribution = Pick<CollectedRow, "discountCodeId" | "rawDiscountCode" | "partnerId" | "rawPartner">;

const textOf = (ref: Ref | null) => (ref === null || typeof ref === "string" ? ref : ref.name);

/**
 * Resolves the discount code and partner of a response. If no discount code or partner matches, returns the visitor's text instead of the
 * id. Reports no error, so that visitors cannot learn which codes exist. If the visitor sent no partner, the response gets the code's
 * partner.
 */
export async function attribute(references: ReplicaLookups, discountCode: Ref | null, partner: Ref | null): Promise<Attribution> {
  const [code, sender] = await Promise.all([
    discountCode === null ? undefined : references.findDiscountCode(discountCode, { orMinted: true }),
    partner === null ? undefined : references.findPartner(partner),
  ]);
  return {
    discountCodeId: code?.row?.rowId ?? null,
    rawDiscountCode: code?.row ? null : textOf(discountCode),
    partnerId: sender?.row?.rowId ?? (partner === null ? (code?.row?.partnerId ?? null) : null),
    rawPartner: sender?.row ? null : textOf(partner),
  };
}

/** Looks up the discount code and partner that were not found when the response started. Called when the response gets its outcome. */
export async function attributeAgain(references: ReplicaLookups, response: CollectedRow): Promise<Attribution> {
  const { discountCodeId, rawDiscountCode, partnerId, rawPartner } = response;
  const again = await attribute(references, rawDiscountCode, rawPartner);
  return { ...again, discountCodeId: discountCodeId ?? again.discountCodeId, partnerId: partnerId ?? again.partnerId };
}
