import { type AttributionSource, compare } from "./code-history.js";

export type AttributionMethod = "DISCOUNT_CODE" | "FORM_RESPONSE";

/** The discount code or form response that led to an order. All fields are null if the order is not attributed. */
export interface Attribution {
  attributionMethod: AttributionMethod | null;
  discountCodeId: string | null;
  partnerId: string | null;
  formResponseId: string | null;
  bestTier: string | null;
}

type AttributionColumns = Readonly<Record<keyof Attribution, string | null>>;

export const noAttribution: Attribution = {
  attributionMethod: null,
  discountCodeId: null,
  partnerId: null,
  formResponseId: null,
  bestTier: null,
};

/** The data of an order that attribution uses. Times are ISO strings in UTC with milliseconds, which sort chronologically. */
export interface AttributedOrder {
  /** Normalized names of the discount codes, in the order that the store sent. */
  nameKeys: readonly string[];
  placedAt: string;
  customerId: string | null;
  clickId: string | null;
  visitorId: string | null;
  claimedFormResponseId: string | null;
  /** The response to which the order was attributed before the customer was erased or the response was deleted. */
  pinnedResponseId: string | null;
}

export interface CompletedResponse {
  rowId: string;
  completedAt: string;
  customerId: string | null;
  clickId: string | null;
  visitorId: string;
  partnerId: string | null;
  /** Tiers of the grants issued for the response. */
  tiers: readonly string[];
}

/** Maximum number of hours between a response's completion and its order. */
export const attributionWindowHours = 30 * 24;
/** The start of the year 1. PostgreSQL cannot read times before the year 1 as ISO strings. */
const firstMs = Date.parse("0001-01-01T00:00:00.000Z");
const tiers = ["BASIC", "QUICK", "ENHANCED"];

export function strongestTier(given: readonly (string | null)[]): string | null {
  return tiers.findLast((tier) => given.includes(tier)) ?? null;
}

/** Returns the attribution window of an order: the period in which its response was completed. Includes both ends. */
export function responseWindow(placedAt: string): { from: string; to: string } {
  const from = Math.max(firstMs, Date.parse(placedAt) - attributionWindowHours * 3_600_000);
  return { from: new Date(from).toISOString(), to: placedAt };
}

/**
 * Returns the response to which the order is attributed. A completed response that the store named takes precedence. The other candidates
 * are the pinned response, and responses of the same customer, click or visitor in the attribution window. Of these
 * candidates, returns the response that was completed last.
 */
export function responseOf(
  order: Omit<AttributedOrder, "nameKeys">,
  responses: readonly CompletedResponse[],
): CompletedResponse | undefined {
  const { from, to } = responseWindow(order.placedAt);
  const isOf = ({ rowId, customerId, clickId, visitorId, completedAt }: CompletedResponse) =>
    rowId === order.pinnedResponseId ||
    (completedAt >= from &&
      completedAt <= to &&
      ((customerId !== null && customerId === order.customerId) ||
        (clickId !== null && clickId === order.clickId) ||
        visitorId === order.visitorId));
  return (
    responses.find(({ rowId }) => rowId === order.claimedFormResponseId) ??
    responses.filter(isOf).sort((one, other) => compare(other.completedAt, one.completedAt) || compare(other.rowId, one.rowId))[0]
  );
}

export function attributionOf(source: AttributionSource | undefined, response: CompletedResponse | undefined): Attribution {
  if (source) {
    const { discountCodeId, partnerId, tier, grantTiers } = source;
    const bestTier = strongestTier([tier, ...grantTiers]);
    return { ...noAttribution, attributionMethod: "DISCOUNT_CODE", discountCodeId, partnerId, bestTier };
  }
  if (!response) return noAttribution;
  const { rowId: formResponseId, partnerId, tiers: given } = response;
  return { ...noAttribution, attributionMethod: "FORM_RESPONSE", formResponseId, partnerId, bestTier: strongestTier(given) };
}

const attributionFields = ["attributionMethod", "discountCodeId", "partnerId", "formResponseId", "bestTier"] as const;

export function isSameAttribution(one: AttributionColumns, other: AttributionColumns): boolean {
  return attributionFields.every((field) => one[field] === other[field]);
}
