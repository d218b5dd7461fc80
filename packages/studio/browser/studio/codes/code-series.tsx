import { useData } from "../api/use-data.js";
import { BarChart } from "../charts/bar-chart.js";
import { Section } from "../parts/facts.js";
import { dayText } from "../parts/format.js";
import { Loaded } from "../parts/loaded.js";
import { useSession } from "../session/context.js";
import { readSeries, revenuePoints, shownDays } from "./read-series.js";

const note =
  "In the time zone of the workspace. Orders per day leave out test, canceled and voided orders. Revenue also leaves out orders without an exchange rate. A question mark stands for a day with revenue, but without an exchange rate.";

/** Orders, revenue and responses of the last 30 days. */
export function CodeSeries({ id }: { id: string }) {
  const { api } = useSession();
  const data = useData(id, (signal) => readSeries(api, id, new Date(), signal));
  return (
    <Section title={`Last ${shownDays} days`} note={note}>
      <Loaded data={data}>
        {({ orders, responses }) => (
          <div className="charts">
            <BarChart
              title="Orders per day"
              columns={["Day", "Orders"]}
              points={orders.map(({ day, count }) => ({ name: dayText(day), value: count }))}
            />
            <BarChart title="Attributed revenue per day" columns={["Day", "Revenue"]} points={revenuePoints(orders)} />
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
