import "server-only";
import { getSettings } from "./settings";

/**
 * Returns the attributes of the script element that shows the survey to a customer. The customer reference is unsigned, because the shop
 * has not verified the customer's email address. Sign references only for signed-in customers.
 */
export function surveyOf(customer: string) {
  const { url, publicKey } = getSettings();
  return { src: `${url}/embed.js`, "data-key": publicKey, "data-customer": customer };
}
