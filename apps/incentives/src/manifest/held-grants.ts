import type { RecordResourceInput } from "@offergraph/shared/schema/manifest";

/** `rule.outcome` is null if the grant's rule was later replaced. */
export const heldGrants: RecordResourceInput = {
  name: "held-grants",
  title: "Held grants",
  description:
    "Rewards that wait for release_incentive_grant or decline_incentive_grant, newest first, with the reasons for the low trust score. If `incentive.deleted` is true, a released grant becomes FAILED. If `complete` is false, there are more HELD grants than this resource contains.",
  query: `{
    list_incentives(first: 0) {
      heldGrants(first: 1000) {
        nodes {
          rowId createdAt incentiveId incentive { name minTrustScore rules { rowId outcome } }
          ruleId kindSlug customerId trustScore formResponseId formResponse { trustReasons }
        }
        pageInfo { hasNextPage }
      }
    }
  }`,
  content: `{
    heldGrants: not_null(list_incentives.heldGrants.nodes, \`[]\`)[*].{
      grantId: rowId,
      createdAt: createdAt,
      incentive: {
        incentiveId: incentiveId,
        name: incentive.name,
        minTrustScore: incentive.minTrustScore,
        deleted: incentive == \`null\`
      },
      rule: {
        ruleId: ruleId,
        kindSlug: kindSlug,
        outcome: let $id = ruleId in incentive.rules[?rowId == $id].outcome | [0]
      },
      customerId: customerId,
      trustScore: trustScore,
      trustReasons: not_null(formResponse.trustReasons, \`[]\`),
      formResponseId: formResponseId
    },
    complete: list_incentives.heldGrants.pageInfo.hasNextPage == \`false\`
  }`,
};
