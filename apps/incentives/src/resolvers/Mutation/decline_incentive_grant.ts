import { grantDeclined } from "@offergraph/shared/events/catalog/incentives";
import type { GrantRow } from "../../data/rows.js";
import { grantDataOf } from "../../events/publish.js";
import type { MutationResolvers } from "../../generated/types.js";
import { decide } from "../../writes/decide.js";
import { type IncentiveWrite, mutateIncentives } from "../../writes/write.js";

export const decline_incentive_grant: NonNullable<MutationResolvers["decline_incentive_grant"]> = (_source, { input }, context) =>
  mutateIncentives(context, async (write) => ({ grant: await decide(write, input.grantId, "DECLINED", tell) }));

async function tell(write: IncentiveWrite, grant: GrantRow): Promise<GrantRow> {
  write.emit(grantDeclined, grant.rowId, grantDataOf(grant));
  return grant;
}
