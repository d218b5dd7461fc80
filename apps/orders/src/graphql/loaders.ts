import { groupBy } from "@offergraph/service/db/group-by";
import { selectedOf } from "@offergraph/service/db/selected-columns";
import { listLoader, rowLoader } from "@offergraph/service/subgraph/reference";
import { readCheckouts } from "../db/checkouts.js";
import { readCustomers, readCustomerTotals } from "../db/customers.js";
import { type ContentTable, readContents, readOrders } from "../db/orders.js";
import { readReported } from "../db/reported.js";
import { orderColumnsOf } from "../db/rows.js";
import type { Context } from "./context.js";

// Each loader reads all requested records of a kind with one statement.

export const orderById = rowLoader("orders", (context: Context, ids) =>
  readOrders(context.read, ids, orderColumnsOf(selectedOf(context, "Order"))),
);
export const checkoutById = rowLoader("checkouts", (context: Context, ids) => readCheckouts(context.read, ids));
export const customerById = rowLoader("customers", (context: Context, ids) => readCustomers(context.read, ids));
export const totalsOfCustomer = listLoader("totals of customers", async (context: Context, ids) =>
  groupBy(await readCustomerTotals(context.read, ids), ({ customerId }) => customerId),
);
export const reportedOf = rowLoader("reported orders", async (context: Context, ids) =>
  readReported(context.read, ids, (await context.reporting()).currency),
);

const contentOf = (name: string, table: ContentTable) => {
  const load = rowLoader(name, (context: Context, ids) => readContents(context.read, table, ids));
  return async (context: Context, orderId: string) => (await load(context, orderId))?.content ?? null;
};
export const customOf = contentOf("custom fields of stores", "order_customs");
export const storeProviderOf = contentOf("fields of store providers", "order_store_providers");
export const paymentProviderOf = contentOf("fields of payment providers", "order_payment_providers");
