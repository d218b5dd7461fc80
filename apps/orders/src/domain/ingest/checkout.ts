import { checkoutStages, checkoutStatuses } from "../ordinals.js";
import { customerRef, id, optional, ordinal, ref, required, text, time, type ValuesOf } from "./fields.js";

/** Stage and status are ordinals, and times are in UTC. */
export type SentCheckout = ValuesOf<typeof checkoutFields>;

export const checkoutFields = {
  externalRef: required(text),
  providerUpdatedAt: required(time),
  customerRef: optional(customerRef, null),
  stage: required(ordinal(checkoutStages)),
  // A version without a status is OPEN.
  status: optional(ordinal(checkoutStatuses), checkoutStatuses.indexOf("OPEN")),
  startedAt: required(time),
  orderExternalRef: optional(text, null),
  formResponseId: optional(id, null),
  partner: optional(ref, null),
};

export interface Conversion {
  isConverted: boolean;
  /** Newest `orderExternalRef` that is not null. */
  orderExternalRef: string | null;
  orderNamedAt: string | null;
}

type CheckoutVersion = Pick<SentCheckout, "status" | "orderExternalRef" | "providerUpdatedAt">;

/**
 * Merges the versions of one checkout into a `Conversion`. Returns undefined if no version is CONVERTED or has an `orderExternalRef`. If
 * times are equal, uses the greater `orderExternalRef`.
 */
export function conversionOf(versions: readonly CheckoutVersion[]): Conversion | undefined {
  const isConverted = versions.some(({ status }) => checkoutStatuses[status] === "CONVERTED");
  const named = versions.flatMap(({ orderExternalRef, providerUpdatedAt: orderNamedAt }) =>
    orderExternalRef === null ? [] : [{ orderExternalRef, orderNamedAt, key: `${orderNamedAt} ${orderExternalRef}` }],
  );
  const [newest] = named.sort((one, other) => (one.key > other.key ? -1 : 1));
  if (!isConverted && !newest) return undefined;
  return { isConverted, orderExternalRef: newest?.orderExternalRef ?? null, orderNamedAt: newest?.orderNamedAt ?? null };
}
