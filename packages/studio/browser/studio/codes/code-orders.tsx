import { usePages } from "../api/use-pages.js";
import { type OrderRow, orderColumns, orderFields } from "../orders/columns.js";
import { Empty } from "../parts/empty.js";
import { Section } from "../parts/facts.js";
import { RecordList } from "../parts/record-list.js";
import { useSession } from "../session/context.js";

const first = 10;

/** The orders that are attributed to a code, newest first. */
export function CodeOrders({ id }: { id: string }) {
  const { api } = useSession();
  const pages = usePages<OrderRow>(
    id,
    (page, signal) =>
      api.getDiscountCodeOrders({ ...page, id, orderBy: ["PLACED_AT_DESC"] }, { fields: orderFields, totalCount: true, signal }),
    first,
  );
  return (
    <Section title="Orders">
      <RecordList
        noun={["order", "orders"]}
        pages={pages}
        columns={orderColumns}
        empty={<Empty title="No order has used the code yet">Orders appear here as soon as a store sends them.</Empty>}
      />
    </Section>
  );
}
