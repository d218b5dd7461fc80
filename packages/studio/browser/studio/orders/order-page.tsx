import type { Offergraph } from "@offergraph/sdk";
import { useData } from "../api/use-data.js";
import { Badge } from "../parts/badge.js";
import { Empty, NotFound } from "../parts/empty.js";
import { Facts, Section } from "../parts/facts.js";
import { moneyText, words } from "../parts/format.js";
import { Heading } from "../parts/heading.js";
import { Loaded } from "../parts/loaded.js";
import { type Column, Table } from "../parts/table.js";
import { Nothing, Time } from "../parts/time.js";
import { linkTo, type PageProps } from "../router.js";
import { useSession } from "../session/context.js";

const back = { href: linkTo("orders"), text: "All orders" };

const readOrder = async (api: Offergraph, id: string, signal: AbortSignal) => {
  const { nodes } = await api.listOrders(
    { filter: { rowId: { equalTo: id } }, first: 1 },
    {
      signal,
      fields: {
        rowId: true,
        externalRef: true,
        placedAt: true,
        totalPrice: true,
        refundedTotal: true,
        attributedRevenue: true,
        attributionMethod: true,
        currencyId: true,
        orderStatus: true,
        financialStatus: true,
        fulfillmentStatus: true,
        isReal: true,
        customerRef: true,
        customer: { name: true },
        partner: { name: true },
        discountCode: { rowId: true, code: true },
        discountApplications: { code: true, amount: true },
      },
    },
  );
  return nodes[0] ?? null;
};

/** An order with its attribution and its discount codes. */
export function OrderPage({ id }: PageProps) {
  const { api } = useSession();
  const data = useData(id, (signal) => readOrder(api, id, signal));
  return (
    <Loaded data={data} heading={{ title: "Order", back }}>
      {(order) => (order ? <Order order={order} /> : <NotFound what="order" back={back} />)}
    </Loaded>
  );
}

type OrderRecord = NonNullable<Awaited<ReturnType<typeof readOrder>>>;

function Order({ order }: { order: OrderRecord }) {
  const { currencyId, attributedRevenue, attributionMethod, discountCode: code } = order;
  const customer = order.customer?.name ?? order.customerRef;
  return (
    <>
      <Heading title={order.externalRef} back={back}>
        <Badge status={order.orderStatus} />
      </Heading>
      <Facts
        facts={[
          ["Placed", <Time key="placed" at={order.placedAt} />],
          ["Total", moneyText(order.totalPrice, currencyId)],
          ["Refunded", moneyText(order.refundedTotal, currencyId)],
          ["Payment", <Badge key="payment" status={order.financialStatus} />],
          ["Fulfillment", <Badge key="fulfillment" status={order.fulfillmentStatus} />],
          ["Customer", customer ?? <Nothing key="customer" />],
          ["Attributed to", attributionMethod ? words(attributionMethod) : <Nothing key="method" />],
          ["Attributed revenue", attributedRevenue === null ? <Nothing key="revenue" /> : moneyText(attributedRevenue, currencyId)],
          [
            "Discount code",
            code ? (
              <a key="code" href={linkTo("codes", code.rowId)}>
                {code.code}
              </a>
            ) : (
              <Nothing key="code" />
            ),
          ],
          ["Partner", order.partner?.name ?? <Nothing key="partner" />],
          ["Kind", order.isReal ? "Real order" : "Test order"],
        ]}
      />
      <Section title="Discounts">
        <Discounts order={order} />
      </Section>
    </>
  );
}

function Discounts({ order: { discountApplications, currencyId } }: { order: OrderRecord }) {
  const columns: readonly Column<{ rowId: string; code: string; amount: string | null }>[] = [
    { name: "Code", cell: ({ code }) => code },
    { name: "Deducted", cell: ({ amount }) => (amount === null ? <Nothing /> : moneyText(amount, currencyId)), isNumber: true },
  ];
  if (discountApplications.length === 0) return <Empty title="The customer entered no discount code" />;
  const rows = discountApplications.map((application, index) => ({ ...application, rowId: String(index) }));
  return <Table label="Table of discounts" columns={columns} rows={rows} />;
}
