import type { Offergraph } from "@offergraph/sdk";
import { useData } from "../api/use-data.js";
import { BarChart } from "../charts/bar-chart.js";
import { Section } from "../parts/facts.js";
import { countOf, dayText } from "../parts/format.js";
import { Loaded } from "../parts/loaded.js";
import { useSession } from "../session/context.js";
import type { FormRecord } from "./form-page.js";
import { Funnel } from "./funnel.js";
import { questionsOf } from "./questions.js";
import { Results } from "./results.js";

/** Number of the newest completed responses from which the results are computed. */
const sample = 500;
const shownDays = 30;

const fields = {
  totals: { total: true, complete: true, skipped: true },
  series: { day: true, total: true },
  responses: { nodes: { rowId: true, answers: true } },
} as const;

const viewFields = { total: true, series: { day: true, views: true } } as const;

const readNumbers = async (api: Offergraph, form: FormRecord, signal: AbortSignal) => {
  const { rowId, formSlug, createdAt } = form;
  const [views, surface, rewards] = await Promise.all([
    api.getFormViews({ slug: formSlug, from: createdAt.slice(0, 10) }, { signal, fields: viewFields }),
    api.getFormResponsesSurface(
      { slug: formSlug, from: createdAt, first: sample, listFilter: { status: { equalTo: "COMPLETE" } } },
      { signal, fields },
    ),
    api.listGrants(
      { filter: { formId: rowId, state: { in: ["ISSUED", "REDEEMED", "EXPIRED"] } }, first: 0 },
      { signal, totalCount: true, fields: { rowId: true } },
    ),
  ]);
  const responses = surface?.responses.nodes ?? [];
  const sums = await readRevenue(api, responses, signal);
  return { views, surface, responses, rewards: rewards.totalCount ?? 0, sums };
};

/** Sums the orders that are attributed to the responses. The result has one record for each currency. */
async function readRevenue(api: Offergraph, responses: readonly { rowId: string }[], signal: AbortSignal) {
  if (responses.length === 0) return [];
  const filter = { formResponseId: { in: responses.map(({ rowId }) => rowId) } };
  const { nodes } = await api.getOrderSums(
    { groupBy: "NONE", filter },
    { signal, fields: { currencyId: true, orderCount: true, attributedRevenue: true } },
  );
  return nodes;
}

export type FormNumbersRecord = Awaited<ReturnType<typeof readNumbers>>;

/** The funnel from the first view to the revenue, views and responses per day, and the results of the questions. */
export function FormNumbers({ form }: { form: FormRecord }) {
  const { api } = useSession();
  const data = useData(form.formSlug, (signal) => readNumbers(api, form, signal));
  return (
    <Loaded data={data}>
      {(numbers) => {
        const { views, responses, surface } = numbers;
        const isSample = (surface?.totals.complete ?? 0) > responses.length;
        const note = isSample ? `From the ${countOf(responses.length, "newest completed response")}.` : undefined;
        return (
          <>
            <Section
              title="From views to revenue"
              note={isSample ? `Orders and revenue come from the ${countOf(responses.length, "newest completed response")}.` : undefined}
            >
              <Funnel form={form} numbers={numbers} />
              <BarChart
                title={`Views per day (UTC), last ${shownDays} days`}
                columns={["Day", "Views"]}
                points={(views?.series ?? []).slice(-shownDays).map(({ day, views: value }) => ({ name: dayText(day), value }))}
              />
              <BarChart
                title={`Responses per day, last ${shownDays} days`}
                columns={["Day", "Responses"]}
                points={(surface?.series ?? []).slice(-shownDays).map(({ day, total }) => ({ name: dayText(day), value: total }))}
              />
            </Section>
            <Section title="Results by question" note={note}>
              <Results questions={questionsOf(form.draft)} responses={responses.map(({ answers }) => answers)} />
            </Section>
          </>
        );
      }}
    </Loaded>
  );
}
