import type { OrderFilter } from "@offergraph/sdk";
import { useData } from "../api/use-data.js";
import { Facts } from "../parts/facts.js";
import { countText, moneyText } from "../parts/format.js";
import { Loaded } from "../parts/loaded.js";
import { useSession } from "../session/context.js";
import { countedFilter, leftOutText } from "./counted-orders.js";

const fields = { currencyId: true, orderCount: true, totalPrice: true, attributedRevenue: true, discountGiven: true } as const;

/**
 * Sums of the orders that match the filter, one row for each currency, and a note about the orders that the sums leave out. `name` contains
 * the filter as text.
 */
export function OrderSums({ name, filter }: { name: string; filter: OrderFilter }) {
  const { api } = useSession();
  const data = useData(name, async (signal) => {
    const { nodes } = await api.getOrderSums({ groupBy: "NONE", filter: countedFilter(filter) }, { fields, signal });
    return { nodes, leftOut: leftOutText(filter) };
  });
  return (
    <Loaded data={data}>
      {({ nodes, leftOut }) =>
        nodes.length > 0 && (
          <section className="sums" aria-label="Sums">
            {nodes.map(({ currencyId, orderCount, totalPrice, attributedRevenue, discountGiven }) => (
              <Facts
                key={currencyId}
                facts={[
                  [`Orders in ${currencyId.toUpperCase()}`, countText(orderCount)],
                  ["Total", moneyText(totalPrice, currencyId)],
                  ["Attributed revenue", moneyText(attributedRevenue, currencyId)],
                  ["Discount given", moneyText(discountGiven, currencyId)],
                ]}
              />
            ))}
            {leftOut && <p className="note">{leftOut}</p>}
          </section>
        )
      }
    </Loaded>
  );
}
