import type { OrderFilter } from "@offergraph/sdk";
import { useData } from "../api/use-data.js";
import { Facts } from "../parts/facts.js";
import { countText, moneyText } from "../parts/format.js";
import { Loaded } from "../parts/loaded.js";
import { useSession } from "../session/context.js";

const fields = { currencyId: true, orderCount: true, totalPrice: true, attributedRevenue: true, discountGiven: true } as const;

/** Sums of the orders that match the filter, one row for each currency. `name` identifies the filter. */
export function OrderSums({ name, filter }: { name: string; filter: OrderFilter }) {
  const { api } = useSession();
  const data = useData(name, (signal) => api.getOrderSums({ groupBy: "NONE", filter }, { fields, signal }));
  return (
    <div className="sums">
      <Loaded data={data}>
        {({ nodes }) =>
          nodes.map(({ currencyId, orderCount, totalPrice, attributedRevenue, discountGiven }) => (
            <Facts
              key={currencyId}
              facts={[
                [`Orders in ${currencyId.toUpperCase()}`, countText(orderCount)],
                ["Total", moneyText(totalPrice, currencyId)],
                ["Attributed revenue", moneyText(attributedRevenue, currencyId)],
                ["Discount given", moneyText(discountGiven, currencyId)],
              ]}
            />
          ))
        }
      </Loaded>
    </div>
  );
}
