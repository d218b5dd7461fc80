import { useData } from "../api/use-data.js";
import { BarChart } from "../charts/bar-chart.js";
import { Section } from "../parts/facts.js";
import { dayText, moneyText } from "../parts/format.js";
import { Loaded } from "../parts/loaded.js";
import { useSession } from "../session/context.js";

const days = 30;
const dayMs = 86_400_000;

/** Orders, revenue and responses of the last 30 days. */
export function CodeSeries({ id }: { id: string }) {
  const { api } = useSession();
  const data = useData(id, async (signal) => {
    const from = new Date(Date.now() - (days - 1) * dayMs);
    const day = from.toISOString().slice(0, 10);
    const [orders, responses] = await Promise.all([
      api.getDiscountCodeOrderSeries(
        { id, reportedFilter: {}, filter: { placedDay: { greaterThanOrEqualTo: day } } },
        { signal, fields: { day: true, count: true, reportedAttributedRevenue: true, reportingCurrency: true } },
      ),
      api.getDiscountCodeResponseSeries(
        { id, filter: { createdAt: { greaterThanOrEqualTo: `${day}T00:00:00Z` } } },
        { signal, fields: { day: true, total: true } },
      ),
    ]);
    const noOrders = { count: 0, reportedAttributedRevenue: null, reportingCurrency: "" };
    return { orders: allDays(from, orders, noOrders), responses: allDays(from, responses, { total: 0 }) };
  });
  return (
    <Section title={`Last ${days} days`}>
      <Loaded data={data}>
        {({ orders, responses }) => (
          <div className="charts">
            <BarChart
              title="Orders per day"
              columns={["Day", "Orders"]}
              points={orders.map(({ day, count }) => ({ name: dayText(day), value: count }))}
            />
            <BarChart
              title="Attributed revenue per day"
              columns={["Day", "Revenue"]}
              points={orders.map(({ day, reportedAttributedRevenue: amount, reportingCurrency }) => ({
                name: dayText(day),
                // The height of the bar may be rounded. The text is exact.
                value: Number(amount ?? 0),
                text: amount === null ? "none" : moneyText(amount, reportingCurrency),
              }))}
            />
            <BarChart
              title="Responses per day"
              columns={["Day", "Responses"]}
              points={responses.map(({ day, total }) => ({ name: dayText(day), value: total }))}
            />
          </div>
        )}
      </Loaded>
    </Section>
  );
}

/** Adds the days that the API leaves out. Their points have the values of `nothing`. */
function allDays<Point extends { day: string }>(from: Date, points: readonly Point[], nothing: Omit<Point, "day">): Point[] {
  const known = new Map(points.map((point) => [point.day, point]));
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(from.getTime() + index * dayMs).toISOString().slice(0, 10);
    return known.get(day) ?? ({ ...nothing, day } as Point);
  });
}
