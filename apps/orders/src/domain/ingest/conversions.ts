import { checkoutStatuses } from "../ranks.js";
import type { SentCheckout } from "./checkout.js";

/** What versions of a checkout say of what became of it. */
export interface Conversion {
  isConverted: boolean;
  /** The order that the newest of those versions names that name one. */
  orderExternalRef: string | null;
  orderNamedAt: string | null;
}

type Said = Pick<SentCheckout, "status" | "orderExternalRef" | "providerUpdatedAt">;

/** What these versions of one checkout say together; undefined when they say nothing of it. Of two of one time the greater name counts. */
export function conversionOf(versions: readonly Said[]): Conversion | undefined {
  const isConverted = versions.some(({ status }) => checkoutStatuses[status] === "CONVERTED");
  const [newest] = versions
    .flatMap(({ orderExternalRef, providerUpdatedAt }) =>
      orderExternalRef === null ? [] : [{ orderExternalRef, orderNamedAt: providerUpdatedAt }],
    )
    .sort((one, other) => (keyOf(one) > keyOf(other) ? -1 : 1));
  if (!isConverted && !newest) return undefined;
  return { orderExternalRef: null, orderNamedAt: null, ...newest, isConverted };
}

const keyOf = (named: { orderExternalRef: string; orderNamedAt: string }) => `${named.orderNamedAt} ${named.orderExternalRef}`;
