import { sql } from "@offergraph/shared/database/statement";
import { readGrantPage } from "../data/grant-page.js";
import { grantStates } from "../domain/ranks.js";
import { fieldsOf } from "../events/publish.js";
import type { IncentiveResolvers } from "../generated/types.js";
import { incentiveById, rulesOf } from "../loaders.js";
import { problemsOfIncentive } from "../problems/of-incentive.js";

export const Incentive: IncentiveResolvers = {
  __resolveReference: ({ rowId }, context) => incentiveById(context, rowId),
  // Entity stub: forms resolves it.
  form: ({ formId }) => (formId === null ? null : { rowId: formId }),
  audience: (incentive) => fieldsOf(incentive).audience,
  tier: (incentive) => fieldsOf(incentive).tier,
  status: (incentive) => fieldsOf(incentive).status,
  iconColor: (incentive) => fieldsOf(incentive).iconColor,
  limitPeriod: (incentive) => fieldsOf(incentive).limitPeriod,
  problems: (incentive, _given, context) => problemsOfIncentive(context, incentive),
  rules: ({ rowId }, _given, context) => rulesOf(context, rowId),
  grants: ({ rowId }, { state, ...given }, context) => {
    const ofIncentive = sql`g.incentive_id = ${rowId}::uuid`;
    // Cursors are valid for one state only.
    return state
      ? readGrantPage(context, `grants ${rowId} ${state}`, sql`${ofIncentive} AND g.state = ${grantStates.indexOf(state)}::smallint`, given)
      : readGrantPage(context, `grants ${rowId}`, ofIncentive, given);
  },
};
