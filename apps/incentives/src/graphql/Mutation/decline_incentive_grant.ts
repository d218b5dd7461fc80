import { grantDeclined } from "@offergraph/shared/contracts/events/incentives";
import { grantDataOf } from "../../services/granting/transitions.js";
import { decide } from "../../services/incentives/decide.js";
import { type MutationField, mutation } from "../../tx.js";

export const decline_incentive_grant: MutationField<"decline_incentive_grant"> = mutation(
  { emits: [grantDeclined] },
  async (tx, { input }) => {
    const { grant, isNew } = await decide(tx, input.grantId, "DECLINED");
    if (isNew) tx.emit(grantDeclined, grant.rowId, grantDataOf(grant));
    return { grant };
  },
);
