/** How an order was attributed. */
export type AttributionMethod = "DISCOUNT_CODE" | "FORM_RESPONSE";

/** What led to an order; all null when nothing is known to. */
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

/** Of an order that nothing is known to have led to. */
export const noAttribution: Attribution = {
  attributionMethod: null,
  discountCodeId: null,
  partnerId: null,
  formResponseId: null,
  bestTier: null,
};

/** What attribution looks at in an order. Times are UTC with milliseconds, in one form, so that they compare as texts. */
export interface AttributedOrder {
  /** The keys of the codes that it was sent with, in that order. */
  nameKeys: readonly string[];
  placedAt: string;
  customerId: string | null;
  clickId: string | null;
  visitorId: string | null;
  saidFormResponseId: string | null;
  /** The response that was found when whom it knew the order by was erased. */
  pinnedResponseId: string | null;
}

/** A name that a discount code has, or had until a time. */
export interface HeldName {
  nameKey: string;
  discountCodeId: string;
  /** Of the reward that the name was minted for. */
  grantTiers: readonly string[];
  /** Null: it has the name still. */
  endedAt: string | null;
}

/** The partner and tier that a discount code has, or had until a time. */
export interface HeldLead {
  discountCodeId: string;
  partnerId: string | null;
  tier: string | null;
  /** Null: it has them still. */
  endedAt: string | null;
}

/** The discount code that an order was sent with, with the partner and tier that it had then. */
export type Lead = Omit<HeldLead, "endedAt"> & Pick<HeldName, "grantTiers">;

/** A response whose outcome is COMPLETE. */
export interface CompletedResponse {
  rowId: string;
  completedAt: string;
  customerId: string | null;
  clickId: string | null;
  visitorId: string;
  partnerId: string | null;
  /** Of the rewards that were given for it. */
  tiers: readonly string[];
}

/** How long before an order a response may be completed to lead to it. */
export const attributionWindowHours = 30 * 24;
/** The first instant that times are written in this form for, and that the database takes. */
const firstMs = Date.parse("0001-01-01T00:00:00.000Z");
const tiers = ["BASIC", "QUICK", "ENHANCED"];

/** From the weakest to the strongest: the last one of these that is among them; null when there is none. */
export function strongestTier(led: readonly (string | null)[]): string | null {
  return tiers.findLast((tier) => led.includes(tier)) ?? null;
}

/** Within which times, both included, a response has to be completed to lead to an order that was placed then. */
export function responseWindow(placedAt: string): { from: string; to: string } {
  const from = Math.max(firstMs, Date.parse(placedAt) - attributionWindowHours * 3_600_000);
  return { from: new Date(from).toISOString(), to: placedAt };
}

/**
 * The discount code that the order was sent with: the first of its codes that is known. One name belongs to one code after the other: the
 * order's is the one that had it when the order was placed, or that got it later, when nobody had it before.
 */
export function discountOf(
  { nameKeys, placedAt }: AttributedOrder,
  heldBy: (nameKey: string) => readonly HeldName[],
): HeldName | undefined {
  for (const key of nameKeys) {
    const [held] = heldSince(placedAt, heldBy(key));
    if (held) return held;
  }
  return undefined;
}

/** The partner and tier that a discount code had when an order was placed; where it had none, the next that it got. */
export function leadOf(placedAt: string, leads: readonly HeldLead[]): Pick<HeldLead, "partnerId" | "tier"> {
  const since = heldSince(placedAt, leads);
  return {
    partnerId: since.find(({ partnerId }) => partnerId !== null)?.partnerId ?? null,
    tier: since.find(({ tier }) => tier !== null)?.tier ?? null,
  };
}

/** What was held at a time and after it, in the order in which it ended. */
function heldSince<Held extends { endedAt: string | null; discountCodeId: string }>(time: string, held: readonly Held[]): Held[] {
  return held
    .filter(({ endedAt }) => endedAt === null || time < endedAt)
    .sort((one, other) => compare(one.endedAt ?? "~", other.endedAt ?? "~") || compare(one.discountCodeId, other.discountCodeId));
}

/**
 * The response that led to the order: the one that its store names, whenever that was completed; else the last one of the same customer,
 * click or visitor in the window, of one millisecond the one with the greatest id. The pinned one is one of those for good.
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

/** What led to an order: the code that it was sent with, else a response, else nothing. */
export function attributionOf(lead: Lead | undefined, response: CompletedResponse | undefined): Attribution {
  if (lead) {
    const { discountCodeId, partnerId, tier, grantTiers } = lead;
    const bestTier = strongestTier([tier, ...grantTiers]);
    return { ...noAttribution, attributionMethod: "DISCOUNT_CODE", discountCodeId, partnerId, bestTier };
  }
  if (!response) return noAttribution;
  const { rowId: formResponseId, partnerId, tiers: given } = response;
  return { ...noAttribution, attributionMethod: "FORM_RESPONSE", formResponseId, partnerId, bestTier: strongestTier(given) };
}

/** Whether the same led to both. */
export function isSameAttribution(one: Led, other: Led): boolean {
  return attributionFields.every((field) => one[field] === other[field]);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
