import type { References } from "@offergraph/shared/references/find";
import type { Ref } from "@offergraph/shared/schema/ref";
import type { CollectedRow } from "../data/collected.js";

export type Attribution = Pick<CollectedRow, "discountCodeId" | "discountCodeSaid" | "partnerId" | "partnerSaid">;

interface Said {
  discountCode: Ref | null;
  partner: Ref | null;
}

const textOf = (ref: Ref | null) => (ref === null || typeof ref === "string" ? ref : ref.name);

/**
 * The discount code and the partner that a response brought along. The visitor is not told whether there are such: nobody is to find
 * codes by trying. What is not found, also because its owner is away, is kept as it was said. A code without a partner's name beside it
 * brings its own partner. A code that the visitor was given for an earlier response means the discount code that it was minted of.
 */
export async function attribute(references: References, { discountCode, partner }: Said): Promise<Attribution> {
  const [code, sender] = await Promise.all([
    discountCode === null ? undefined : references.findDiscountCode(discountCode, { orMinted: true }),
    partner === null ? undefined : references.findPartner(partner),
  ]);
  return {
    discountCodeId: code?.row?.rowId ?? null,
    discountCodeSaid: code?.row ? null : textOf(discountCode),
    partnerId: sender?.row?.rowId ?? (partner === null ? (code?.row?.partnerId ?? null) : null),
    partnerSaid: sender?.row ? null : textOf(partner),
  };
}

/** The same for a response that has its outcome now: what was not found when it began is looked for once more. */
export async function attributeAgain(references: References, response: CollectedRow): Promise<Attribution> {
  const { discountCodeId, discountCodeSaid, partnerId, partnerSaid } = response;
  const again = await attribute(references, { discountCode: discountCodeSaid, partner: partnerSaid });
  return {
    discountCodeId: discountCodeId ?? again.discountCodeId,
    discountCodeSaid: again.discountCodeSaid,
    partnerId: partnerId ?? again.partnerId,
    partnerSaid: again.partnerSaid,
  };
}
