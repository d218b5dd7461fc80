import { fromScaled } from "@offergraph/shared/schema/scaled";

/** Discount codes that a store sent with an order, and the amounts that the codes deducted. */
export interface SentDiscounts {
  discountCodes: readonly string[];
  /**
   * Amounts in ten-thousandths, in the order of the codes. An amount is null if the store did not send the amount. The list is null if the
   * store sent no amounts.
   */
  discountAmounts: readonly (string | null)[] | null;
}

/** Returns each code with the amount that the code deducted, as a decimal string. */
export function applicationsOf({ discountCodes, discountAmounts }: SentDiscounts): { code: string; amount: string | null }[] {
  return discountCodes.map((code, index) => ({ code, amount: fromScaled(discountAmounts?.[index] ?? null) }));
}

/**
 * Returns the amount that the attributed code deducted. `nameKey` is the code's normalized name. Sums the amounts if the store sent the
 * name several times.
 */
export function discountGivenBy(
  nameKey: string | undefined,
  nameKeys: readonly string[],
  amounts: SentDiscounts["discountAmounts"],
): string | null {
  const own = (amounts ?? []).filter((amount, index) => amount !== null && nameKeys[index] === nameKey) as string[];
  return own.length === 0 ? null : String(own.reduce((sum, amount) => sum + BigInt(amount), 0n));
}
