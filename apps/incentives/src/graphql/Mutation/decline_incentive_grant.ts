import { grantDeclined } from "@offergraph/shared/contracts/events/incentives";
import type { GrantRow } from "../../db/rows.js";
import type { MutationResolvers } from "../../generated/types.js";
import { decide } from "../../services/incentives/decide.js";
import { grantDataOf } from "../../services/incentives/event-data.js";
import { type IncentiveWrite, mutateIncentives } from "../../services/incentives/write.js";

export const decline_incentive_grant: NonNullable<MutationResolvers["decline_incentive_grant"]> = (_source, { input }, context) =>
  mutateIncentives(context, async (write) => ({ grant: await decide(write, input.grantId, "DECLINED", tell) }));

async function tell(write: IncentiveWrite, grant: GrantRow): Promise<GrantRow> {
  write.emit(grantDeclined, grant.rowId, grantDataOf(grant));
  return grant;
}
