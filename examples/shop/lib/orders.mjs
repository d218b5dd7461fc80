import { ingest } from "./offergraph.mjs";

/** Orders by their number. A real shop stores them in its database. */
const orders = new Map();
/** Orders that Offergraph has not stored yet. */
const unsent = new Map();

export const findOrder = (number) => orders.get(number);

/** Stores a paid order, and sends it to Offergraph. */
export async function addOrder(order) {
  orders.set(order.number, order);
  unsent.set(order.number, recordOf(order));
  await sendOrders();
}

/**
 * Sends all unsent orders. A failure of Offergraph must not prevent an order, so the shop sends the order again later. A real shop calls
 * this function in a regular job. Ingest does not store an order twice.
 */
async function sendOrders() {
  try {
    for (const { externalRef, outcome, errors } of await ingest.orders.send([...unsent.values()])) {
      unsent.delete(externalRef);
      if (outcome === "rejected") console.error(externalRef, errors);
    }
  } catch (error) {
    console.error(error);
  }
}

function recordOf({ number, product, price, email, paidAt }) {
  return {
    externalRef: number,
    providerUpdatedAt: paidAt,
    placedAt: paidAt,
    paidAt,
    currencyId: product.currency,
    totalPrice: price.total,
    discountCodes: price.code ? [{ code: price.code, amount: price.amountOff }] : [],
    customerRef: email,
    orderStatus: "OPEN",
    financialStatus: "PAID",
    fulfillmentStatus: "PENDING",
  };
}
