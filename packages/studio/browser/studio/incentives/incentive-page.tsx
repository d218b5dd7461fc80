import type { Offergraph } from "@offergraph/sdk";
import { useState } from "react";
import { useData } from "../api/use-data.js";
import { Badge } from "../parts/badge.js";
import { NotFound } from "../parts/empty.js";
import { Facts, Section } from "../parts/facts.js";
import { countText, shareText, words } from "../parts/format.js";
import { Heading } from "../parts/heading.js";
import { Loaded } from "../parts/loaded.js";
import { Nothing } from "../parts/time.js";
import { linkTo, type PageProps } from "../router.js";
import { useSession } from "../session/context.js";
import { HeldGrants } from "./held-grants.js";
import { Rules } from "./rules.js";
import { Trust } from "./trust.js";

const back = { href: linkTo("incentives"), text: "All incentives" };

const readIncentive = (api: Offergraph, id: string, signal: AbortSignal) =>
  api.getIncentive(
    { id },
    {
      signal,
      fields: {
        rowId: true,
        name: true,
        description: true,
        status: true,
        tier: true,
        minTrustScore: true,
        limitCount: true,
        limitPeriod: true,
        form: { title: true, formSlug: true },
        problems: { ruleId: true, code: true, severity: true, message: true },
        rules: { rowId: true, kindSlug: true, outcome: true, terms: true, discountCode: { rowId: true, code: true } },
      },
    },
  );

/** An incentive with its grants, and the grants that wait for a decision. */
export function IncentivePage({ id }: PageProps) {
  const { api } = useSession();
  const data = useData(id, (signal) => readIncentive(api, id, signal));
  return (
    <Loaded data={data} heading={{ title: "Incentive", back }}>
      {(incentive) => (incentive ? <Incentive incentive={incentive} /> : <NotFound what="incentive" back={back} />)}
    </Loaded>
  );
}

type IncentiveRecord = NonNullable<Awaited<ReturnType<typeof readIncentive>>>;

function Incentive({ incentive }: { incentive: IncentiveRecord }) {
  // Increases with each decision, so that the page loads the changed counts.
  const [decisions, setDecisions] = useState(0);
  const { rowId, name, form, limitCount, limitPeriod, minTrustScore, tier } = incentive;
  return (
    <>
      <Heading title={name} back={back}>
        <Badge status={incentive.status} />
      </Heading>
      {incentive.problems.map(({ ruleId, code, severity, message }) => (
        <p key={`${ruleId} ${code}`} className={`callout ${severity === "ERROR" ? "bad" : "warn"}`}>
          {message}
        </p>
      ))}
      <Facts
        facts={[
          [
            "Form",
            form ? (
              <a key="form" href={linkTo("forms", form.formSlug)}>
                {form.title ?? form.formSlug}
              </a>
            ) : (
              <Nothing key="form" />
            ),
          ],
          ["Limit per customer", limitCount ? `${countText(limitCount)} per ${words(limitPeriod ?? "EVER").toLowerCase()}` : "No limit"],
          ["Holds grants below", minTrustScore === null ? "Never" : `a trust score of ${shareText(minTrustScore)}`],
          ["Tier", tier ? words(tier) : <Nothing key="tier" />],
          ["Description", incentive.description ?? <Nothing key="description" />],
        ]}
      />
      <HeldGrants incentiveId={rowId} onDecision={() => setDecisions(decisions + 1)} />
      <Trust incentiveId={rowId} round={decisions} />
      <Section title="Rules">
        <Rules rules={incentive.rules} />
      </Section>
    </>
  );
}
