import { countOf, countText, moneyText, shareText } from "../parts/format.js";
import type { FormNumbersRecord } from "./form-numbers.js";
import type { FormRecord } from "./form-page.js";
import { Share } from "./share.js";

interface Step {
  name: string;
  count: number;
  note: string;
}

/** The steps from the views of the form to the revenue. */
export function Funnel({ form, numbers }: { form: FormRecord; numbers: FormNumbersRecord }) {
  const { views, surface, rewards, sums } = numbers;
  const { total = 0, complete = 0, skipped = 0 } = surface?.totals ?? {};
  const orders = sums.reduce((sum, { orderCount }) => sum + orderCount, 0);
  const clicks = form.placements.reduce((sum, { shortLink }) => sum + (shortLink?.clickCount ?? 0), 0);
  const viewCount = views?.total ?? 0;
  const viewsNote = viewCount < total ? "times shown since views are counted, without own pages that report no views" : "times shown";
  const steps: readonly Step[] = [
    { name: "Views", count: viewCount, note: `${viewsNote}, ${countOf(clicks, "link click")}` },
    { name: "Starts", count: total, note: "responses, also unfinished ones" },
    {
      name: "Completes",
      count: complete,
      note: total > 0 ? `${shareText(complete / total)} of starts, ${countText(skipped)} declined` : "of starts",
    },
    { name: "Rewards", count: rewards, note: "received by customers" },
    { name: "Orders", count: orders, note: revenueText(sums) },
  ];
  const max = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <ol className="funnel" aria-label="Funnel">
      {steps.map(({ name, count, note }) => (
        <li key={name}>
          <span className="step">{name}</span>
          <span className="figure">{countText(count)}</span>
          <span className="quiet">{note}</span>
          <Share part={count / max} />
        </li>
      ))}
    </ol>
  );
}

function revenueText(sums: FormNumbersRecord["sums"]): string {
  if (sums.length === 0) return "no revenue yet";
  return `${sums.map(({ attributedRevenue, currencyId }) => moneyText(attributedRevenue, currencyId)).join(" + ")} revenue`;
}
