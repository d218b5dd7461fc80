import { createHmac } from "node:crypto";
import { createClient, OffergraphError } from "@offergraph/sdk";
import { createIngestClient } from "@offergraph/sdk/ingest";
import { settings } from "./settings.mjs";

// A customer waits for the page, so the time and the retries are limited.
const offergraph = createClient({ url: settings.url, key: settings.key, timeoutMs: 5_000, maxRetries: 1 });
export const ingest = createIngestClient({ url: settings.url, key: settings.storeKey });

/** Computes the price of a cart with one product. `problems` are the reasons why the customer cannot use the code. */
export async function priceOf(product, { code, email }) {
  const full = { total: product.price, amountOff: "0", code: undefined, problems: [] };
  if (code === "") return full;
  try {
    const { valid, total, amountOff, reasons } = await validate(product, code, email);
    return valid ? { total, amountOff, code, problems: [] } : { ...full, problems: reasons.map(({ message }) => message) };
  } catch (error) {
    if (!(error instanceof OffergraphError)) throw error;
    console.error(error);
    return { ...full, problems: ["The shop cannot check codes at the moment."] };
  }
}

function validate(product, code, email) {
  const cart = { currencyId: product.currency, items: [{ amount: product.price, quantity: 1 }] };
  const fields = { valid: true, total: true, amountOff: true, reasons: { message: true } };
  return offergraph.validateDiscountCode({ code, cart, customerId: { name: email } }, { fields });
}

/** Returns the attributes of the script element that shows the form to a customer (docs/forms-embed.md). */
export function embedOf(email) {
  const customer = email.trim().toLowerCase();
  const signature = createHmac("sha256", settings.placementSecret).update(customer).digest("hex");
  return { src: `${settings.url}/embed.js`, publicKey: settings.publicKey, customer, signature };
}
