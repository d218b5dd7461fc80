import { grantDeclined } from "@offergraph/shared/contracts/events/incentives";
import { grantDataOf } from "../../services/granting/transitions.js";
import { decideEach } from "../../services/incentives/decide.js";
import { type MutationField, mutation } from "../../tx.js";

export const bulk_decline_incentive_grants: MutationField<"bulk_decline_incentive_grants"> = mutation(
  { emits: [grantDeclined] },
  async (tx, { input }) => {
    tx.check();
    const decisions = await decideEach(tx, input.ids, "DECLINED");
    for (const { grant, isNew } of decisions) if (grant && isNew) tx.emit(grantDeclined, grant.rowId, grantDataOf(grant));
    return { results: decisions.map(({ isNew, ...result }) => result) };
  },
);
