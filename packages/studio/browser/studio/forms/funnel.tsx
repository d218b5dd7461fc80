import { countText, moneyText, shareText } from "../parts/format.js";
import type { FormNumbersRecord } from "./form-numbers.js";
import type { FormRecord } from "./form-page.js";
import { Share } from "./share.js";

interface Step {
  name: string;
  count: number;
  note: string;
}

/** The steps from the clicks on short links to the revenue. The API does not count views of a form that a page embeds. */
export function Funnel({ form, numbers }: { form: FormRecord; numbers: FormNumbersRecord }) {
  const { surface, rewards, sums } = numbers;
  const { total = 0, complete = 0, skipped = 0 } = surface?.totals ?? {};
  const orders = sums.reduce((sum, { orderCount }) => sum + orderCount, 0);
  const clicks = form.placements.reduce((sum, { shortLink }) => sum + (shortLink?.clickCount ?? 0), 0);
  const steps: readonly Step[] = [
    { name: "Link clicks", count: clicks, note: "clicks on short links and QR codes" },
    { name: "Starts", count: total, note: "responses" },
    {
      name: "Completes",
      count: complete,
      note: total > 0 ? `${shareText(complete / total)} of starts, ${countText(skipped)} declined` : "of starts",
    },
    { name: "Rewards", count: rewards, note: "issued" },
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
