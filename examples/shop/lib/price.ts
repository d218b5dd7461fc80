import "server-only";
import { createClient, OffergraphError } from "@offergraph/sdk";
import type { Product } from "./catalog";
import { getSettings } from "./settings";

export interface Price {
  total: string;
  amountOff: string;
  /** The discount code that reduces the price. */
  code?: string;
}

export interface PriceCheck {
  price: Price;
  /** Reasons why the customer cannot use the discount code. With a reason, `price` is the full price. */
  problems: string[];
}

export const fullPriceOf = (product: Product): Price => ({ total: product.price, amountOff: "0" });

// Message after a failed check of a discount code. The customer can try the code again.
const unchecked = "The shop cannot check discount codes at the moment. Nothing was charged. Try again later, or pay without the code.";

/** Computes the price of a product. Without a code, returns the full price. */
export async function checkPrice(product: Product, code: string, email: string): Promise<PriceCheck> {
  const price = fullPriceOf(product);
  if (code === "") return { price, problems: [] };
  try {
    const found = await validate(product, code, email);
    if (!found) return { price, problems: [unchecked] };
    const { valid, total, amountOff, reasons } = found;
    if (valid) return { price: { total, amountOff, code }, problems: [] };
    return { price, problems: reasons.map(({ message }) => `The code ${code} cannot be used. ${message}`) };
  } catch (error) {
    if (!(error instanceof OffergraphError)) throw error;
    console.error("Offergraph did not validate a code.", error);
    return { price, problems: [unchecked] };
  }
}

function validate(product: Product, code: string, email: string) {
  const { url, key } = getSettings();
  // The customer waits, so the client has a short timeout and makes only one retry.
  const offergraph = createClient({ url, key, timeoutMs: 5_000, maxRetries: 1 });
  const cart = { currencyId: product.currency, items: [{ amount: product.price, quantity: 1 }] };
  const fields = { valid: true, total: true, amountOff: true, reasons: { message: true } } as const;
  return offergraph.validateDiscountCode({ code, cart, customerId: { name: email } }, { fields });
}
