import "server-only";
import { setTimeout } from "node:timers/promises";
import { OffergraphError } from "@offergraph/sdk";
import { createIngestClient, type OrderRecord } from "@offergraph/sdk/ingest";
import { addOrder, findOrder, mark, type Order, unsentNumbers } from "./order-store";
import { getSettings } from "./settings";

/** Maximum number of records in one request to ingest. */
const maxRecords = 1_000;
const minute = 60_000;

/** Charges the customer, and stores the order. A second call with the same number returns the first order. */
export async function placeOrder(order: Omit<Order, "paidAt">): Promise<Order> {
  // A real shop calls its payment provider here, with the order's number as the idempotency key.
  return await addOrder({ ...order, paidAt: new Date().toISOString() });
}

/** Sends a new order to Offergraph. After a failure, a job sends the order later. */
export async function sendOrder(number: string): Promise<void> {
  await sendSlice([number]);
}

/** Repeated requests are safe, because ingest does not store an order twice. */
export async function sendUnsent(): Promise<void> {
  try {
    const numbers = await unsentNumbers();
    for (let start = 0; start < numbers.length; start += maxRecords) {
      const mayContinue = await sendSlice(numbers.slice(start, start + maxRecords));
      if (!mayContinue) return;
    }
  } catch (error) {
    console.error("The shop cannot read its orders.", error);
  }
}

/** Checks the settings. Sends all unsent orders immediately and then once a minute. */
export function startSending(): void {
  getSettings();
  void repeat();
}

async function repeat(): Promise<never> {
  for (;;) {
    await sendUnsent();
    await setTimeout(minute);
  }
}

/** Sends at most 1,000 orders. Returns false if Offergraph is unavailable. */
async function sendSlice(numbers: readonly string[]): Promise<boolean> {
  try {
    const { url, storeKey } = getSettings();
    const ingest = createIngestClient({ url, key: storeKey, timeoutMs: 30_000, maxRetries: 1 });
    const orders = await Promise.all(numbers.map(readOrder));
    const results = await ingest.orders.send(orders.filter((order) => order !== undefined).map(recordOf));
    for (const { externalRef, errors = [] } of results) {
      const isTemporary = errors.some(({ code }) => code === "UNAVAILABLE");
      if (!externalRef || isTemporary) continue;
      if (errors.length > 0) console.error("Offergraph rejected an order.", externalRef, errors);
      await mark(externalRef, errors.length > 0 ? "rejected" : "sent");
    }
    return true;
  } catch (error) {
    console.error("The shop cannot send orders to Offergraph now.", error);
    return !(error instanceof OffergraphError && error.isTemporary);
  }
}

/** Returns undefined for an unreadable order, because the shop must send all other orders. */
async function readOrder(number: string): Promise<Order | undefined> {
  return await findOrder(number).catch((error) => {
    console.error("The shop cannot read an order.", number, error);
    return undefined;
  });
}

function recordOf({ number, product, email, price, paidAt }: Order): OrderRecord {
  return {
    externalRef: number,
    providerUpdatedAt: paidAt,
    placedAt: paidAt,
    paidAt,
    currencyId: product.currency,
    totalPrice: price.total,
    // `amount` is the deduction by the discount code. Reports add up the amounts.
    discountCodes: price.code ? [{ code: price.code, amount: price.amountOff }] : [],
    customerRef: email,
    orderStatus: "OPEN",
    financialStatus: "PAID",
    fulfillmentStatus: "PENDING",
  };
}
