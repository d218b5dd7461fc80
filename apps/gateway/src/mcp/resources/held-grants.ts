import { dataResource } from "./data-resource.js";

const atMost = 1_000;

interface Grant {
  rowId: string;
  createdAt: string;
  incentiveId: string;
  incentive: { name: string; minTrustScore: number | null; rules: readonly { rowId: string; outcome: string }[] } | null;
  ruleId: string;
  kindSlug: string;
  customerId: string | null;
  trustScore: number | null;
  formResponseId: string;
  formResponse: { trustReasons: readonly string[] } | null;
}
interface Listed {
  heldGrants: { nodes: readonly Grant[]; pageInfo: { hasNextPage: boolean } } | null;
}

/** What waits for a decision, with what a decision needs. */
export const heldGrants = dataResource({
  name: "held-grants",
  title: "Held grants",
  description:
    "The rewards that wait for release_incentive_grant or decline_incentive_grant, the newest first, with what lowered the trust in their responses. incentive.deleted: released, it would be FAILED. complete: false when there are more than shown.",
  query: `{
    list_incentives(first: 0) {
      heldGrants(first: ${atMost}) {
        nodes {
          rowId createdAt incentiveId incentive { name minTrustScore rules { rowId outcome } }
          ruleId kindSlug customerId trustScore formResponseId formResponse { trustReasons }
        }
        pageInfo { hasNextPage }
      }
    }
  }`,
  shape(data) {
    const held = (data.list_incentives as Listed | null | undefined)?.heldGrants;
    return { heldGrants: (held?.nodes ?? []).map(told), complete: held?.pageInfo.hasNextPage === false };
  },
});

function told({ rowId, createdAt, incentiveId, incentive, ...grant }: Grant): Record<string, unknown> {
  const { ruleId, kindSlug, customerId, trustScore, formResponseId, formResponse } = grant;
  const { name = null, minTrustScore = null, rules = [] } = incentive ?? {};
  return {
    grantId: rowId,
    createdAt,
    incentive: { incentiveId, name, minTrustScore, deleted: incentive === null },
    // A rule that was replaced since is not among the incentive's.
    rule: { ruleId, kindSlug, outcome: rules.find((rule) => rule.rowId === ruleId)?.outcome ?? null },
    customerId,
    trustScore,
    trustReasons: formResponse?.trustReasons ?? [],
    formResponseId,
  };
}
