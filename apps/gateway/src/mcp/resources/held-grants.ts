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

/** Resource: held grants with the data needed to decide them. */
export const heldGrants = dataResource({
  name: "held-grants",
  title: "Held grants",
  description:
    "Rewards that wait for release_incentive_grant or decline_incentive_grant, newest first, with the reasons for the low trust score. incentive.deleted: if released, the grant becomes FAILED. complete: false if there are more.",
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
    // null if the rule was replaced since.
    rule: { ruleId, kindSlug, outcome: rules.find((rule) => rule.rowId === ruleId)?.outcome ?? null },
    customerId,
    trustScore,
    trustReasons: formResponse?.trustReasons ?? [],
    formResponseId,
  };
}
