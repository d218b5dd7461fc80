import { newId } from "@offergraph/shared/time/ids";
import type { Draw } from "./random.js";

// Random histories of orders. A name can belong to different codes at different times. Times are close to the boundaries of the attribution
// window.

export interface CodeVersion {
  at: string;
  /** Names of the code: first the code itself, then the aliases. The list is empty if the version deletes the code. */
  names: string[];
  partnerId: string | null;
  tier: "BASIC" | "QUICK" | "ENHANCED" | null;
}

export interface CodeHistory {
  rowId: string;
  versions: CodeVersion[];
  /** Minted codes with the tier of their grant. */
  minted: { code: string; tier: GrantedTier | null }[];
}

export type GrantedTier = "quick" | "enhanced";

export interface ResponseHistory {
  rowId: string;
  status: "COMPLETE" | "SKIPPED";
  completedAt: string;
  /** The store's reference of the customer. Null for a guest. */
  customerRef: string | null;
  /** True if the customer became known only after the response had its outcome. */
  identifiedLater: boolean;
  clickId: string | null;
  visitorId: string;
  partnerId: string | null;
  tiers: GrantedTier[];
}

export interface OrderRecord {
  externalRef: string;
  providerUpdatedAt: string;
  placedAt: string;
  discountCodes: string[];
  /** Amounts of the first codes in `discountCodes`. The remaining codes have no amount. */
  discountAmounts: (string | null)[];
  customerRef: string | null;
  clickId: string | null;
  visitorId: string | null;
  formResponseId: string | null;
  currencyId: string;
  totalPrice: string;
  refundedTotal: string;
}

export interface RateRecord {
  day: string;
  from: string;
  to: string;
  rate: string;
  provider: string;
}

export interface History {
  codes: CodeHistory[];
  responses: ResponseHistory[];
  orders: OrderRecord[];
  rates: RateRecord[];
}

export interface Sizes {
  names: number;
  codeChanges: number;
  responses: number;
  orders: number;
  people: number;
}

const start = Date.parse("2026-01-01T12:00:00.000Z");
const days = 80;
const dayMs = 86_400_000;
// The first currency is the reporting currency.
const currencies = ["usd", "eur", "jpy", "kwd"];

/** Generates a history. Equal seeds give equal histories with different ids. */
export function drawHistory(below: Draw, sizes: Sizes): History {
  const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const maybe = <Item>(item: () => Item): Item | null => (below(3) === 0 ? null : item());
  // Returns a time within one millisecond of noon. Intervals can therefore be exactly 30 days, or slightly shorter or longer.
  const time = () => new Date(start + below(days) * dayMs + below(3) - 1).toISOString();
  const partners = [newId(), newId(), newId()];
  const person = (what: string) => `${what} ${below(sizes.people)}`;

  const codes = drawCodes();
  const minted = codes.flatMap((code) => code.minted.map((one) => one.code));
  const responses: ResponseHistory[] = [];
  while (responses.length < sizes.responses) responses.push(drawResponse());
  const orders = Array.from({ length: sizes.orders }, (_, index) => drawOrder(String(index))).flat();
  const rates = currencies
    .slice(1)
    .flatMap((from) => Array.from({ length: days }, (_, day) => ({ from, day: new Date(start + day * dayMs).toISOString().slice(0, 10) })))
    .filter(() => below(3) > 0)
    .map((key) => ({
      ...key,
      to: below(5) === 0 ? "gbp" : "usd",
      rate: `${below(200)}.${1 + below(99_999)}`,
      provider: oneOf(["ecb", "other"]),
    }));
  return { codes, responses, orders, rates };

  /** Generates a response. Some responses have the same visitor and completion time. */
  function drawResponse(): ResponseHistory {
    const clone = responses.length > 0 && below(3) === 0 ? oneOf(responses) : undefined;
    return {
      rowId: newId(),
      status: below(4) === 0 ? "SKIPPED" : "COMPLETE",
      completedAt: clone?.completedAt ?? time(),
      customerRef: maybe(() => person("Customer")),
      identifiedLater: below(2) === 0,
      clickId: maybe(() => person("click")),
      visitorId: clone?.visitorId ?? person("visitor"),
      partnerId: maybe(() => oneOf(partners)),
      tiers: Array.from({ length: below(3) }, drawGranted),
    };
  }

  /** Generates codes. A name belongs to at most one code at a time. Different codes may change in the same millisecond. */
  function drawCodes(): CodeHistory[] {
    const histories: CodeHistory[] = [];
    const isTaken = (name: string, by: CodeHistory) => histories.some((code) => code !== by && lastOf(code).names.includes(name));
    for (const at of Array.from({ length: sizes.codeChanges }, time).sort()) {
      const alive = histories.filter((code) => lastOf(code).names.length > 0 && lastOf(code).at < at);
      const code = alive.length === 0 || below(3) === 0 ? { rowId: newId(), versions: [], minted: drawMinted() } : oneOf(alive);
      const version = drawVersion(code.versions.at(-1));
      const names = [...new Set(version.names)].filter((name) => !isTaken(name, code));
      if (code.versions.length === 0 && names.length === 0) continue;
      if (code.versions.length === 0) histories.push(code);
      code.versions.push({ ...version, names, at });
    }
    return histories;
  }

  function drawMinted(): CodeHistory["minted"] {
    return Array.from({ length: below(3) }, () => ({ code: `Mïnted-${newId()}`, tier: maybe(drawGranted) }));
  }

  function lastOf({ versions }: CodeHistory): CodeVersion {
    return versions.at(-1) as CodeVersion;
  }

  /** Generates a version that creates, changes or deletes a code. */
  function drawVersion(was: CodeVersion | undefined): Omit<CodeVersion, "at"> {
    const names = Array.from({ length: 1 + below(3) }, () => `Näme-${below(sizes.names)}`);
    const fresh = { names, partnerId: maybe(() => oneOf(partners)), tier: drawTier() };
    if (!was) return fresh;
    if (below(6) === 0) return { ...was, names: [] };
    if (below(2) === 0) return { ...fresh, names: was.names };
    const kept = was.names.filter(() => below(3) > 0);
    return { ...was, names: kept.length > 0 ? [...kept, ...names] : was.names };
  }

  function drawGranted() {
    return oneOf(["quick", "enhanced"] as const);
  }

  function drawTier() {
    return oneOf(["BASIC", "QUICK", "ENHANCED", null] as const);
  }

  function drawName(): string {
    return below(4) === 0 && minted.length > 0 ? oneOf(minted).toUpperCase() : oneOf(["NÄME-", "näme-"]) + below(sizes.names * 2);
  }

  /** Generates one to three versions of an order. Each version after the first may change any field. */
  function drawOrder(externalRef: string): OrderRecord[] {
    return Array.from({ length: 1 + below(3) }, (_, version) => ({
      externalRef,
      providerUpdatedAt: new Date(start + version).toISOString(),
      placedAt: time(),
      discountCodes: Array.from({ length: below(3) }, drawName),
      discountAmounts: Array.from({ length: below(3) }, () => maybe(() => `${below(50)}.${below(99)}`)),
      customerRef: maybe(() => person("customer")),
      clickId: maybe(() => person("click")),
      visitorId: maybe(() => person("visitor")),
      formResponseId: below(10) === 0 && responses.length > 0 ? oneOf(responses).rowId : null,
      currencyId: oneOf(currencies),
      totalPrice: `${below(10_000)}.${1 + below(9_999)}`,
      refundedTotal: below(4) === 0 ? `${below(100)}.5` : "0",
    }));
  }
}
