import { useData } from "../api/use-data.js";
import { BarChart } from "../charts/bar-chart.js";
import { Badge } from "../parts/badge.js";
import { Empty } from "../parts/empty.js";
import { Section } from "../parts/facts.js";
import { countText, shareText } from "../parts/format.js";
import { Loaded } from "../parts/loaded.js";
import { useSession } from "../session/context.js";

const fields = {
  minTrustScore: true,
  releasedShare: true,
  grantsByState: { state: true, count: true },
  scoreHistogram: { from: true, to: true, count: true },
} as const;

/** Grants by state, and the histogram of their trust scores. `round` changes when the numbers may have changed. */
export function Trust({ incentiveId, round }: { incentiveId: string; round: number }) {
  const { api } = useSession();
  const data = useData(`${incentiveId} ${round}`, (signal) => api.getIncentiveTrust({ id: incentiveId }, { fields, signal }));
  return (
    <Section title="Grants">
      <Loaded data={data}>
        {(trust) => {
          const states = trust?.grantsByState.filter(({ count }) => count > 0) ?? [];
          if (!trust || states.length === 0)
            return <Empty title="Nobody has earned a reward yet">Grants appear here when visitors complete the form.</Empty>;
          return (
            <>
              <ul className="states" aria-label="Grants by state">
                {states.map(({ state, count }) => (
                  <li key={state}>
                    <span className="figure">{countText(count)}</span> <Badge status={state} />
                  </li>
                ))}
              </ul>
              <BarChart
                title="Grants by trust score"
                columns={["Trust score", "Grants"]}
                points={trust.scoreHistogram.map(({ from, to, count }) => ({ name: `${shareText(from)}–${shareText(to)}`, value: count }))}
              />
              <p className="quiet">{decisionsText(trust.releasedShare)}</p>
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

function decisionsText(releasedShare: number | null): string {
  if (releasedShare === null) return "Nobody has decided about a held grant of this incentive yet.";
  return `${shareText(releasedShare)} of the decided grants were released.`;
}
