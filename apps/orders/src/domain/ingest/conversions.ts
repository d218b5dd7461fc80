import { checkoutStatuses } from "../ranks.js";
import type { SentCheckout } from "./checkout.js";

/** Conversion of a checkout, according to its versions. */
export interface Conversion {
  isConverted: boolean;
  /** From the newest version that names an order. */
  orderExternalRef: string | null;
  orderNamedAt: string | null;
}

type Said = Pick<SentCheckout, "status" | "orderExternalRef" | "providerUpdatedAt">;

/** Combines the versions of one checkout; undefined if none mentions a conversion. Of two versions with the same time, the greater reference wins. */
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
