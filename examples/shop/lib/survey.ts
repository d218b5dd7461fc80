import "server-only";
import { getSettings } from "./settings";

/**
 * Returns the attributes of the script element that shows the survey to a customer. The customer reference has no signature, because anyone
 * can enter any email address at the checkout. Sign a customer reference only if it comes from the session of a signed-in customer.
 */
export function surveyOf(customer: string) {
  const { url, publicKey } = getSettings();
  return { src: `${url}/embed.js`, "data-key": publicKey, "data-customer": customer };
}
