import { sql } from "@offergraph/service/db/statement";
import { readGrantPage } from "../db/grant-page.js";
import { grantStates } from "../domain/ranks.js";
import type { IncentiveResolvers } from "../generated/types.js";
import { fieldsOf } from "../services/incentives/event-data.js";
import { problemsOfIncentive } from "../services/problems/of-incentive.js";
import { incentiveById, rulesOf } from "./loaders.js";

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
