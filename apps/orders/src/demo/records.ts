import { draws } from "./draws.js";

type DemoRecord = Record<string, unknown>;

const days = 90;
const orderCount = 200;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const customers = ["Ada Novak", "Bruno Costa", "Chiara Rossi", "Dilek Aydin", "Emil Berg", "Farah Haddad", "Gita Rao", "Henk de Vries"];
const families = ["Ito", "Jensen", "Kowalski", "Lindqvist", "Moreau"];
const people = customers.flatMap((name) => [name, ...families.map((family) => `${name.split(" ")[0]} ${family}`)]);
// Codes and aliases from the demo data of the discounts service, and one unknown code. Most orders have no code.
const codes = [
  ...["WELCOME10", "HELLO10", "NEWS15", "READER15", "SUMMER20", "SUN20", "BEACH20", "SUMMER30-VIP", "FEEDBACK-QUICK", "FEEDBACK-DEEP"],
  ...["ANNA10", "ANNA-BIO", "BEN15", "CHLOE20", "HUGO15", "BIRTHDAY", "SORRY20", "B2B-ACME", "OLD-FLYER"],
];
/** Number of customers in the demo data of the forms service. Orders of these customers can be attributed to their responses. */
const respondents = 60;
const origins = ["newsletter", "instagram", "search", "partner-blog"];
/** Value of one euro or pound in US dollars, multiplied by 10,000. */
const worth = { eur: 10_850, gbp: 12_700 } as const;
const currencies = ["eur", "eur", "eur", "usd", "gbp"];

const iso = (time: number) => new Date(time).toISOString();
const amount = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/** Generates orders, checkouts and exchange rates of the three months before `now`. Equal times give equal records. */
export function demoRecords(now: Date) {
  const draw = draws(20_261_121);
  const orders = Array.from({ length: orderCount }, (_, index) => {
    const placed = now.getTime() - 2 * hourMs - Math.trunc((draw.part() * draw.part() * days * dayMs) / 1_000) * 1_000;
    return orderOf(`D-${1001 + index}`, placed, Math.min(now.getTime(), placed + draw.whole(5 * 24) * hourMs), draw);
  });
  return { orders, checkouts: checkoutsOf(orders, now.getTime(), draw), rates: ratesOf(now.getTime(), draw) };
}

type Draw = ReturnType<typeof draws>;

/** Combinations of statuses. On average, `often` of 20 orders have the combination. */
const fates = [
  { often: 13, orderStatus: "CLOSED", financialStatus: "PAID", fulfillmentStatus: "FULFILLED" },
  { often: 3, orderStatus: "OPEN", financialStatus: "PAID", fulfillmentStatus: "OPEN" },
  { often: 1, orderStatus: "PENDING", financialStatus: "PENDING", fulfillmentStatus: "PENDING" },
  { often: 1, orderStatus: "CANCELLED", financialStatus: "VOIDED", fulfillmentStatus: "NOT_APPLICABLE" },
  { often: 1, orderStatus: "CLOSED", financialStatus: "REFUNDED", fulfillmentStatus: "RESTOCKED" },
  { often: 1, orderStatus: "CLOSED", financialStatus: "PARTIALLY_REFUNDED", fulfillmentStatus: "FULFILLED" },
].flatMap(({ often, ...fate }) => Array.from({ length: often }, () => fate));

function orderOf(externalRef: string, placed: number, updated: number, draw: Draw): DemoRecord {
  const name = draw.of(people);
  const cents = 1_500 + draw.whole(25_000);
  const fate = draw.of(fates);
  const { financialStatus } = fate;
  const hasCode = draw.whole(10) < 6;
  const isPaid = financialStatus !== "PENDING" && financialStatus !== "VOIDED";
  return {
    externalRef,
    providerUpdatedAt: iso(updated),
    ...(hasCode || draw.whole(3) === 0
      ? { customerRef: `${name.toLowerCase().replaceAll(" ", ".")}@example.com`, customerName: name }
      : { customerRef: `customer-${1_000 + draw.whole(respondents)}` }),
    currencyId: draw.of(currencies),
    totalPrice: amount(cents),
    refundedTotal: amount(refundOf(cents, financialStatus)),
    discountCodes: hasCode ? [{ code: draw.of(codes), amount: amount(Math.trunc(cents / 9)) }] : [],
    placedAt: iso(placed),
    ...(isPaid && { paidAt: iso(Math.min(updated, placed + 90_000)) }),
    ...fate,
    isReal: draw.whole(25) > 0,
    originRefs: draw.whole(3) === 0 ? [draw.of(origins)] : [],
    ...extrasOf(draw),
  };
}

function refundOf(cents: number, financialStatus: string): number {
  if (financialStatus === "REFUNDED") return cents;
  return financialStatus === "PARTIALLY_REFUNDED" ? Math.trunc(cents / 3) : 0;
}

function extrasOf(draw: Draw): DemoRecord {
  return {
    ...(draw.whole(4) === 0 && { integrationSlug: "web-shop" }),
    ...(draw.whole(5) === 0 && { custom: { giftWrap: true } }),
    ...(draw.whole(2) === 0 && { storeProvider: { warehouse: draw.of(["north", "south"]) } }),
    ...(draw.whole(3) > 0 && { paymentProvider: { kind: draw.of(["card", "invoice", "wallet"]) } }),
  };
}

/**
 * Returns a checkout for two of every three orders. Also returns one checkout without an order for every two orders. Ten of the checkouts
 * without an order are recent.
 */
function checkoutsOf(orders: readonly DemoRecord[], now: number, draw: Draw): DemoRecord[] {
  const converted = orders
    .filter((_, index) => index % 3 > 0)
    .map(({ externalRef, placedAt, customerRef }) => {
      const placed = Date.parse(String(placedAt));
      return {
        externalRef: `cart-${externalRef}`,
        providerUpdatedAt: iso(placed),
        customerRef,
        stage: "CHECKOUT",
        startedAt: iso(placed - draw.whole(3 * 3_600) * 1_000),
        orderExternalRef: externalRef,
      };
    });
  const others = Array.from({ length: Math.trunc(orders.length / 2) }, (_, index) => {
    const updated = now - (index < 10 ? draw.whole(20) * hourMs : dayMs + Math.trunc(draw.part() * (days - 1) * dayMs));
    return {
      externalRef: `cart-${index + 1}`,
      providerUpdatedAt: iso(updated),
      stage: draw.of(["CART", "CART", "CHECKOUT"]),
      startedAt: iso(updated - draw.whole(3_600) * 1_000),
    };
  });
  return [...converted, ...others];
}

/** Returns exchange rates by day. Omits every 30th day, so that the amounts of some orders cannot be converted. */
function ratesOf(now: number, draw: Draw): DemoRecord[] {
  return Array.from({ length: days + 1 }, (_, index) => iso(now - index * dayMs).slice(0, 10))
    .filter((_, index) => index % 30 !== 29)
    .flatMap((day) =>
      Object.entries(worth).map(([from, hundredths]) => {
        const rate = hundredths + draw.whole(300) - 150;
        return { day, from, to: "usd", rate: `${Math.trunc(rate / 10_000)}.${String(rate % 10_000).padStart(4, "0")}`, provider: "demo" };
      }),
    );
}
