import { createHash } from "node:crypto";

export interface Lifelike {
  /** The number of the first order. The last order has the number `to` - 1. */
  from: number;
  to: number;
  codes: readonly string[];
  /** ISO 8601 time of the order with the number 0. Each further order is one minute later. */
  since: string;
}

const names = ["Ann Arbor", "Bo Lind", "Chiara Rossi", "Deniz Kaya", "Émile Roy", "Fatou Diop", "Goran Ilić", "Hana Suzuki"];
const currencies = ["USD", "USD", "USD", "EUR", "EUR", "GBP"];
const lines = ["Canvas tote", "Enamel mug", "Linen shirt", "Walnut board", "Wool socks"];
const at = <Item>(items: readonly Item[], number: number): Item => items[number % items.length] as Item;

export function* lifelikeOrders({ from, to, codes, since }: Lifelike): Generator<Record<string, unknown>> {
  for (let number = from; number < to; number++) {
    const draws = createHash("sha256").update(String(number)).digest();
    const draw = (place: number, below: number) => draws.readUInt16BE(place * 2) % below;
    const placed = new Date(since).getTime() + number * 60_000;
    const time = (minutes: number) => new Date(placed + minutes * 60_000).toISOString();
    const cents = 1_000 + draw(0, 40_000);
    const isRefunded = draw(1, 20) === 0;
    const isCancelled = !isRefunded && draw(1, 20) === 1;
    const money = (amount: number) => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;
    yield {
      externalRef: orderRef(number),
      providerUpdatedAt: time(90),
      customerRef: `customer${draw(2, 5_000)}@shop.example`,
      customerName: at(names, draw(2, 5_000)),
      currencyId: at(currencies, draw(3, 997)),
      totalPrice: money(cents),
      refundedTotal: isRefunded ? money(cents) : "0",
      discountCodes: codes.length > 0 && draw(4, 3) === 0 ? [at(codes, draw(5, 997))] : [],
      placedAt: time(0),
      paidAt: isCancelled ? null : time(2),
      orderStatus: isCancelled ? "CANCELLED" : "OPEN",
      financialStatus: isCancelled ? "VOIDED" : isRefunded ? "REFUNDED" : "PAID",
      fulfillmentStatus: isCancelled ? "NOT_APPLICABLE" : at(["FULFILLED", "PENDING", "PARTIALLY_FULFILLED"], draw(6, 997)),
      isReal: draw(7, 100) !== 0,
      originRefs: [at(["web", "email", "social"], draw(8, 997))],
      visitorId: `visitor-${draw(9, 9_000)}`,
      storeProvider: { cartToken: draws.toString("hex", 20, 28), lines: [{ title: at(lines, draw(10, 997)), quantity: 1 + draw(11, 3) }] },
    };
  }
}

/** Yields two realistic checkouts per order: one completed and one unfinished. */
export function* lifelikeCheckouts({ from, to, since }: Lifelike): Generator<Record<string, unknown>> {
  for (let number = from; number < to; number++) {
    const started = new Date(since).getTime() + number * 60_000 - 300_000;
    const [startedAt, providerUpdatedAt] = [started, started + 240_000].map((time) => new Date(time).toISOString());
    const common = { startedAt, providerUpdatedAt, customerRef: null };
    yield { ...common, externalRef: `checkout-${number}`, stage: "CHECKOUT", orderExternalRef: orderRef(number) };
    yield { ...common, externalRef: `cart-${number}`, stage: "CART" };
  }
}

function orderRef(number: number): string {
  return `#${10_000 + number}`;
}
