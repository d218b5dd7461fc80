import { dataResource } from "./data-resource.js";

// Together within what one request may cost by default, with room to spare.
const incentivesAtMost = 200;
const grantsOfEachAtMost = 50;

interface Page<Node> {
  nodes: readonly Node[];
  pageInfo: { hasNextPage: boolean };
}
interface Incentive {
  rowId: string;
  name: string;
  minTrustScore: number | null;
  rules: readonly { rowId: string; outcome: string }[];
  grants: Page<Grant> | null;
}
interface Grant {
  rowId: string;
  createdAt: string;
  ruleId: string;
  kindSlug: string;
  customerId: string | null;
  trustScore: number | null;
  formResponseId: string;
  formResponse: { trustReasons: readonly string[] } | null;
}

/** What waits for a decision, with what a decision needs. */
export const heldGrants = dataResource({
  name: "held-grants",
  title: "Held grants",
  description:
    "The rewards that wait for release_incentive_grant or decline_incentive_grant, with what lowered the trust in their responses. complete: false when there are more than shown.",
  query: `{
    list_incentives(first: ${incentivesAtMost}) {
      nodes {
        rowId name minTrustScore
        rules { rowId outcome }
        grants(state: HELD, first: ${grantsOfEachAtMost}) {
          nodes { rowId createdAt ruleId kindSlug customerId trustScore formResponseId formResponse { trustReasons } }
          pageInfo { hasNextPage }
        }
      }
      pageInfo { hasNextPage }
    }
  }`,
  shape(data) {
    const page = data.list_incentives as Page<Incentive> | null | undefined;
    const incentives = page?.nodes ?? [];
    return {
      heldGrants: incentives.flatMap((incentive) => (incentive.grants?.nodes ?? []).map((grant) => told(incentive, grant))),
      complete: ![page, ...incentives.map(({ grants }) => grants)].some((one) => one?.pageInfo.hasNextPage),
    };
  },
});

function told({ rowId, name, minTrustScore, rules }: Incentive, grant: Grant): Record<string, unknown> {
  const { ruleId, kindSlug, customerId, trustScore, formResponseId, formResponse } = grant;
  return {
    grantId: grant.rowId,
    createdAt: grant.createdAt,
    incentive: { incentiveId: rowId, name, minTrustScore },
    // A rule that was replaced since is not among the incentive's.
    rule: { ruleId, kindSlug, outcome: rules.find((rule) => rule.rowId === ruleId)?.outcome ?? null },
    customerId,
    trustScore,
    trustReasons: formResponse?.trustReasons ?? [],
    formResponseId,
  };
}
