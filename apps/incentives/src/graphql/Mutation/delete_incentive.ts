import { incentiveDeleted } from "@offergraph/shared/contracts/events/incentives";
import { deleteIncentive } from "../../db/incentives.js";
import { lockIncentive } from "../../services/incentives/change-incentive.js";
import { type MutationField, mutation } from "../../tx.js";

export const delete_incentive: MutationField<"delete_incentive"> = mutation({ emits: [incentiveDeleted] }, async (tx, { input }) => {
  const incentive = await lockIncentive(tx, input.incentiveId);
  tx.check();
  const { rowId, name, formId } = incentive;
  await deleteIncentive(tx, incentive);
  tx.emit(incentiveDeleted, rowId, { rowId, name, formId });
  return { deletedId: rowId };
});
