import type { OrderFilter, OrderFinancialStatus, OrderStatus } from "@offergraph/sdk";
import { usePages } from "../api/use-pages.js";
import { Empty } from "../parts/empty.js";
import { choiceOf, type Filter, Filters, searchOf } from "../parts/filters.js";
import { Heading } from "../parts/heading.js";
import { RecordList } from "../parts/record-list.js";
import type { PageProps } from "../router.js";
import { useSession } from "../session/context.js";
import { type OrderRow, orderColumns, orderFields } from "./columns.js";
import { OrderSums } from "./order-sums.js";

const statuses: readonly OrderStatus[] = ["OPEN", "PENDING", "CLOSED", "ARCHIVED", "CANCELLED", "FRAUD"];
const payments: readonly OrderFinancialStatus[] = [
  "PAID",
  "PENDING",
  "AUTHORIZED",
  "PARTIALLY_PAID",
  "PARTIALLY_REFUNDED",
  "REFUNDED",
  "VOIDED",
];
const kinds = ["REAL", "TEST"] as const;
const filters: readonly Filter[] = [
  { kind: "search", name: "search", label: "Order or customer", placeholder: "Reference" },
  { kind: "search", name: "code", label: "Discount code", placeholder: "Exact code" },
  { kind: "choice", name: "status", label: "Status", values: statuses },
  { kind: "choice", name: "payment", label: "Payment", values: payments },
  { kind: "choice", name: "kind", label: "Kind", values: kinds },
];

export function OrderList({ query }: PageProps) {
  const { api } = useSession();
  const filter = filterOf(query);
  const name = JSON.stringify(filter);
  const pages = usePages<OrderRow>(name, (page, signal) =>
    api.listOrders({ ...page, filter, orderBy: ["PLACED_AT_DESC"] }, { fields: orderFields, totalCount: true, signal }),
  );
  return (
    <>
      <Heading title="Orders" />
      <Filters filters={filters} query={query} />
      <OrderSums name={name} filter={filter} />
      <RecordList noun={["order", "orders"]} pages={pages} columns={orderColumns} empty={<NoOrders isFiltered={name !== "{}"} />} />
    </>
  );
}

function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No order matches the filters">Remove a filter to see more orders.</Empty>;
  return (
    <Empty title="The workspace has no orders yet">
      Connect a store, or send orders with <code>POST /v1/ingest/orders</code>.
    </Empty>
  );
}

function filterOf(query: URLSearchParams): OrderFilter {
  const text = searchOf(query, "search");
  const code = searchOf(query, "code");
  const status = choiceOf(query, "status", statuses);
  const payment = choiceOf(query, "payment", payments);
  const kind = choiceOf(query, "kind", kinds);
  return {
    ...(text && { or: [{ externalRef: { includesInsensitive: text } }, { customerRef: { includesInsensitive: text } }] }),
    ...(code && { discountCodeId: code }),
    ...(status && { orderStatus: { equalTo: status } }),
    ...(payment && { financialStatus: { equalTo: payment } }),
    ...(kind && { isReal: { equalTo: kind === "REAL" } }),
  };
}
