import type { CodeHistory, CodeVersion, History, OrderRecord, RateRecord, ResponseHistory } from "./attribution-history.js";

// Reference implementation of attribution and of the reported view. Works on arrays and shares no code with src/domain.

/** Expected attribution and reported amounts of an order. Amounts are in ten-thousandths. */
export interface PlainOutcome {
  externalRef: string;
  attributionMethod: string | null;
  discountCodeId: string | null;
  partnerId: string | null;
  formResponseId: string | null;
  bestTier: string | null;
  attributedRevenue: string | null;
  discountGiven: string | null;
  /** True if `attributionScoredAt` is set. */
  isScored: boolean;
  reported: {
    placedDay: string;
    bestTier: string | null;
    converted: boolean;
    nativeCurrency: string;
    reportingCurrency: string;
    rateProvider: string | null;
    rate: string | null;
    nativeTotalPrice: string;
    nativeAttributedRevenue: string | null;
    reportedTotalPrice: string | null;
    reportedAttributedRevenue: string | null;
    reportedDiscountGiven: string | null;
  };
}

const reportingCurrency = "usd";
const month = 30 * 24 * 60 * 60 * 1_000;

/** Returns the expected result of each order of a history. */
export function plainOutcomes({ codes, responses, orders, rates }: History): PlainOutcome[] {
  const newest = new Map<string, OrderRecord>();
  for (const order of orders) {
    const known = newest.get(order.externalRef);
    if (!known || known.providerUpdatedAt < order.providerUpdatedAt) newest.set(order.externalRef, order);
  }
  return [...newest.values()].map((order) => outcomeOf(order, codes, responses, rates));
}

function outcomeOf(order: OrderRecord, codes: CodeHistory[], responses: ResponseHistory[], rates: RateRecord[]): PlainOutcome {
  const total = tenThousandths(order.totalPrice);
  const left = total - tenThousandths(order.refundedTotal);
  const [name, code] = codeOf(order, codes);
  const response = code ? undefined : leadingResponse(order, responses);
  const revenue = code || response ? left : null;
  const bestTier = strongest(code ? tiersOf(code, order.placedAt, name) : (response?.tiers ?? []));
  const placedDay = order.placedAt.slice(0, 10);
  const given = deducted(order, name);
  const rate = rateOf(order.currencyId, placedDay, rates);
  return {
    externalRef: order.externalRef,
    attributionMethod: code ? "DISCOUNT_CODE" : response ? "FORM_RESPONSE" : null,
    discountCodeId: code?.rowId ?? null,
    partnerId: code ? hadThenOrGot(code, order.placedAt, ({ partnerId }) => partnerId) : (response?.partnerId ?? null),
    formResponseId: response?.rowId ?? null,
    bestTier,
    attributedRevenue: textOf(revenue),
    discountGiven: textOf(given),
    isScored: code !== undefined || response !== undefined,
    reported: {
      placedDay,
      bestTier,
      converted: rate !== undefined,
      nativeCurrency: order.currencyId,
      reportingCurrency,
      rateProvider: rate?.provider ?? null,
      rate: rate?.rate.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "") ?? null,
      nativeTotalPrice: String(total),
      nativeAttributedRevenue: textOf(revenue),
      reportedTotalPrice: converted(total, rate),
      reportedAttributedRevenue: converted(revenue, rate),
      reportedDiscountGiven: converted(given, rate),
    },
  };
}

const textOf = (amount: bigint | null) => (amount === null ? null : String(amount));
const converted = (amount: bigint | null, rate: { rate: string } | undefined) =>
  amount === null || !rate ? null : String(times(amount, rate.rate));

/** Sums the amounts that the store sent for this name, or returns null. */
function deducted({ discountCodes, discountAmounts }: OrderRecord, name: string | undefined): bigint | null {
  let sum: bigint | null = null;
  for (const [index, code] of discountCodes.entries()) {
    const amount = discountAmounts[index] ?? null;
    if (isName(code, name) && amount !== null) sum = (sum ?? 0n) + tenThousandths(amount);
  }
  return sum;
}

/**
 * Finds the code that had the name at this time. If no code had the name, returns the first code that got the name later. A minted name
 * belongs to its code until the code is deleted.
 */
function ownerOf(name: string, at: string, codes: CodeHistory[]): CodeHistory | undefined {
  const minting = codes.find(({ minted }) => minted.some((one) => isName(one.code, name)));
  if (minting) return minting.versions.some((version) => version.names.length === 0 && version.at <= at) ? undefined : minting;
  const has = (version: CodeVersion | undefined) => version?.names.some((one) => one.toLowerCase() === name.toLowerCase()) ?? false;
  const had = (code: CodeHistory, time: string) => has(code.versions.findLast((version) => version.at <= time));
  const then = codes.find((code) => had(code, at));
  if (then) return then;
  let first: { code: CodeHistory; at: string } | undefined;
  for (const code of codes)
    for (const version of code.versions)
      if (version.at > at && (!first || version.at < first.at) && has(version)) first = { code, at: version.at };
  return first?.code;
}

/** Returns the first of the order's names that belongs to a code, and the code. */
function codeOf({ discountCodes, placedAt }: OrderRecord, codes: CodeHistory[]): [name?: string, code?: CodeHistory] {
  for (const name of discountCodes) {
    const code = ownerOf(name, placedAt, codes);
    if (code) return [name, code];
  }
  return [];
}

function rateOf(
  currency: string,
  placedDay: string,
  rates: RateRecord[],
): (Pick<RateRecord, "rate"> & { provider: string | null }) | undefined {
  if (currency === reportingCurrency) return { rate: "1", provider: null };
  return rates.findLast(({ day, from, to }) => day === placedDay && from === currency && to === reportingCurrency);
}

const isName = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase();

/** Returns the code's tier at the given time, and the tier of the grant for which the name was minted. */
function tiersOf(code: CodeHistory, at: string, name: string | undefined): (string | null | undefined)[] {
  return [hadThenOrGot(code, at, ({ tier }) => tier), code.minted.find((one) => isName(one.code, name))?.tier];
}

function strongest(tiers: (string | null | undefined)[]): string | null {
  const all = tiers.map((tier) => tier?.toUpperCase());
  return ["ENHANCED", "QUICK", "BASIC"].find((tier) => all.includes(tier)) ?? null;
}

/** Returns a code's value at a time. If the value is null or the code did not exist, returns the next non-null value. */
function hadThenOrGot(code: CodeHistory, at: string, what: (version: CodeVersion) => string | null): string | null {
  const then = code.versions.findLast((version) => version.at <= at) ?? code.versions[0];
  for (const version of code.versions) if (version.at >= (then?.at ?? at) && what(version) !== null) return what(version);
  return null;
}

function leadingResponse(order: OrderRecord, responses: ResponseHistory[]): ResponseHistory | undefined {
  const complete = responses.filter(({ status }) => status === "COMPLETE");
  const named = complete.find(({ rowId }) => rowId === order.formResponseId);
  if (named) return named;
  const earliest = new Date(Date.parse(order.placedAt) - month).toISOString();
  let best: ResponseHistory | undefined;
  for (const response of complete) {
    if (response.completedAt > order.placedAt || response.completedAt < earliest) continue;
    const sameCustomer = response.customerRef !== null && response.customerRef.toLowerCase() === order.customerRef?.toLowerCase();
    const sameClick = response.clickId !== null && response.clickId === order.clickId;
    if (!sameCustomer && !sameClick && response.visitorId !== order.visitorId) continue;
    const isLater =
      !best || response.completedAt > best.completedAt || (response.completedAt === best.completedAt && response.rowId > best.rowId);
    if (isLater) best = response;
  }
  return best;
}

function tenThousandths(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, "0").slice(0, 4));
}

/** Multiplies amount and rate as fractions and rounds half to even. */
function times(amount: bigint, rate: string): bigint {
  const [whole = "0", fraction = ""] = rate.split(".");
  const denominator = 10n ** BigInt(fraction.length);
  const numerator = amount * (BigInt(whole) * denominator + BigInt(fraction === "" ? "0" : fraction));
  let floor = numerator / denominator;
  if (floor * denominator > numerator) floor -= 1n;
  const below = numerator - floor * denominator;
  const above = denominator - below;
  if (below === above) return floor % 2n === 0n ? floor : floor + 1n;
  return below < above ? floor : floor + 1n;
}
