import { checkoutStages, checkoutStatuses } from "../ordinals.js";
import { customerRef, id, optional, ordinal, ref, required, text, time, type ValuesOf } from "./fields.js";

/** A checkout as sent by a store. Stage and status are ordinals, and times are in UTC. */
export type SentCheckout = ValuesOf<typeof checkoutFields>;

export const checkoutFields = {
  externalRef: required(text),
  providerUpdatedAt: required(time),
  customerRef: optional(customerRef, null),
  stage: required(ordinal(checkoutStages)),
  // A version without a status is OPEN, because each version is complete and does not inherit fields from the previous version.
  status: optional(ordinal(checkoutStatuses), checkoutStatuses.indexOf("OPEN")),
  startedAt: required(time),
  orderExternalRef: optional(text, null),
  formResponseId: optional(id, null),
  partner: optional(ref, null),
};

export interface Conversion {
  isConverted: boolean;
  /** Order reference in the newest version that has an order reference. */
  orderExternalRef: string | null;
  orderNamedAt: string | null;
}

type CheckoutVersion = Pick<SentCheckout, "status" | "orderExternalRef" | "providerUpdatedAt">;

/**
 * Combines the versions of one checkout. Returns undefined if no version is CONVERTED or names an order. The newest version that names an
 * order counts. If times are equal, the version with the greater order reference counts.
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
