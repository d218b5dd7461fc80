import { grantReleased } from "@offergraph/shared/contracts/events/incentives";
import { readEarned } from "../../db/earnings.js";
import { customerKey, lockForGrants, responseKey } from "../../db/locks.js";
import type { GrantRow } from "../../db/rows.js";
import type { MutationResolvers } from "../../generated/types.js";
import { issue } from "../../services/granting/issue.js";
import { decide } from "../../services/incentives/decide.js";
import { grantDataOf } from "../../services/incentives/event-data.js";
import { type IncentiveWrite, mutateIncentives } from "../../services/incentives/write.js";

export const release_incentive_grant: NonNullable<MutationResolvers["release_incentive_grant"]> = (_source, { input }, context) =>
  mutateIncentives(context, async (write) => ({ grant: await decide(write, input.grantId, "RELEASED", release) }));

/** Issues the grant in the same transaction as the decision, so that nothing can happen in between. */
async function release(write: IncentiveWrite, grant: GrantRow): Promise<GrantRow> {
  write.emit(grantReleased, grant.rowId, grantDataOf(grant));
  await lockForGrants(write, [...responseKey(grant.formResponseId), ...customerKey(grant.customerId)]);
  const issuing = (await readEarned(write.read, [grant.rowId])).get(grant.rowId);
  if (!issuing) throw new Error(`Invariant violated: no rule for grant ${grant.rowId}.`);
  return issue(write, grant, issuing);
}
