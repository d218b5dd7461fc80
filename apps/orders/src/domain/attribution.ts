export type AttributionMethod = "DISCOUNT_CODE" | "FORM_RESPONSE";

/** Attribution of an order. All fields are null if it is not attributed. */
export interface Attribution {
  attributionMethod: AttributionMethod | null;
  discountCodeId: string | null;
  partnerId: string | null;
  formResponseId: string | null;
  bestTier: string | null;
}

const attributionFields = [
  "attributionMethod",
  "discountCodeId",
  "partnerId",
  "formResponseId",
  "bestTier",
] as const satisfies (keyof Attribution)[];
type Led = Readonly<Record<keyof Attribution, string | null>>;

export const noAttribution: Attribution = {
  attributionMethod: null,
  discountCodeId: null,
  partnerId: null,
  formResponseId: null,
  bestTier: null,
};

/** An order as attribution reads it. Times are ISO strings in UTC with milliseconds, so that they compare as strings. */
export interface AttributedOrder {
  /** Keys of the order's discount codes, in the order sent. */
  nameKeys: readonly string[];
  placedAt: string;
  customerId: string | null;
  clickId: string | null;
  visitorId: string | null;
  saidFormResponseId: string | null;
  /** The response found when the customer was erased. */
  pinnedResponseId: string | null;
}

/** A name of a discount code, current or past. */
export interface CodeNameHistory {
  nameKey: string;
  discountCodeId: string;
  /** Tiers of the grant that the name was minted for. */
  grantTiers: readonly string[];
  /** Null: the code still has the name. */
  endedAt: string | null;
}

/** Partner and tier of a discount code, current or past. */
export interface LeadHistory {
  discountCodeId: string;
  partnerId: string | null;
  tier: string | null;
  /** Null: the code still has them. */
  endedAt: string | null;
}

/** The discount code of an order, with its partner and tier when the order was placed. */
export type AttributionSource = Omit<LeadHistory, "endedAt"> & Pick<CodeNameHistory, "grantTiers">;

/** A response whose outcome is COMPLETE. */
export interface CompletedResponse {
  rowId: string;
  completedAt: string;
  customerId: string | null;
  clickId: string | null;
  visitorId: string;
  partnerId: string | null;
  /** Tiers of the grants issued for it. */
  tiers: readonly string[];
}

/** Maximum time between a completed response and an order attributed to it. */
export const attributionWindowHours = 30 * 24;
/** The first instant of this format, and the first that the database stores. */
const firstMs = Date.parse("0001-01-01T00:00:00.000Z");
const tiers = ["BASIC", "QUICK", "ENHANCED"];

/** Returns the strongest of these tiers, or null if there is none. */
export function strongestTier(led: readonly (string | null)[]): string | null {
  return tiers.findLast((tier) => led.includes(tier)) ?? null;
}

/** Returns the time range, both ends included, in which a response must be completed for an order placed at `placedAt`. */
export function responseWindow(placedAt: string): { from: string; to: string } {
  const from = Math.max(firstMs, Date.parse(placedAt) - attributionWindowHours * 3_600_000);
  return { from: new Date(from).toISOString(), to: placedAt };
}

/**
 * Returns the first known discount code of the order. A name can belong to several codes over time: returns the code that had it when the
 * order was placed, else the next one that got it.
 */
export function discountOf(
  { nameKeys, placedAt }: AttributedOrder,
  heldBy: (nameKey: string) => readonly CodeNameHistory[],
): CodeNameHistory | undefined {
  for (const key of nameKeys) {
    const [held] = heldSince(placedAt, heldBy(key));
    if (held) return held;
  }
  return undefined;
}

/** Returns the partner and tier of a discount code when an order was placed. If it had none, returns the next ones it got. */
export function leadOf(placedAt: string, leads: readonly LeadHistory[]): Pick<LeadHistory, "partnerId" | "tier"> {
  const since = heldSince(placedAt, leads);
  return {
    partnerId: since.find(({ partnerId }) => partnerId !== null)?.partnerId ?? null,
    tier: since.find(({ tier }) => tier !== null)?.tier ?? null,
  };
}

/** Returns entries that had not ended at `time`, sorted by end. */
function heldSince<Held extends { endedAt: string | null; discountCodeId: string }>(time: string, held: readonly Held[]): Held[] {
  return held
    .filter(({ endedAt }) => endedAt === null || time < endedAt)
    .sort((one, other) => compare(one.endedAt ?? "~", other.endedAt ?? "~") || compare(one.discountCodeId, other.discountCodeId));
}

/**
 * Returns the response that the order is attributed to: the one named by the store, whenever it was completed; else the latest one of the
 * same customer, click or visitor in the window (ties: greatest id). The pinned response is always a candidate.
 */
export function responseOf(order: AttributedOrder, responses: readonly CompletedResponse[]): CompletedResponse | undefined {
  const { from, to } = responseWindow(order.placedAt);
  const isOf = ({ rowId, customerId, clickId, visitorId, completedAt }: CompletedResponse) =>
    rowId === order.pinnedResponseId ||
    (completedAt >= from &&
      completedAt <= to &&
      ((customerId !== null && customerId === order.customerId) ||
        (clickId !== null && clickId === order.clickId) ||
        visitorId === order.visitorId));
  return (
    responses.find(({ rowId }) => rowId === order.saidFormResponseId) ??
    responses.filter(isOf).sort((one, other) => compare(other.completedAt, one.completedAt) || compare(other.rowId, one.rowId))[0]
  );
}

/** Attributes an order to its discount code, else to a response, else to nothing. */
export function attributionOf(lead: AttributionSource | undefined, response: CompletedResponse | undefined): Attribution {
  if (lead) {
    const { discountCodeId, partnerId, tier, grantTiers } = lead;
    const bestTier = strongestTier([tier, ...grantTiers]);
    return { ...noAttribution, attributionMethod: "DISCOUNT_CODE", discountCodeId, partnerId, bestTier };
  }
  if (!response) return noAttribution;
  const { rowId: formResponseId, partnerId, tiers: given } = response;
  return { ...noAttribution, attributionMethod: "FORM_RESPONSE", formResponseId, partnerId, bestTier: strongestTier(given) };
}

export function isSameAttribution(one: Led, other: Led): boolean {
  return attributionFields.every((field) => one[field] === other[field]);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
