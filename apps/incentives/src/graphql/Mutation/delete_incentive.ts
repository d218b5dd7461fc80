import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { incentiveDeleted } from "@offergraph/shared/contracts/events/incentives";
import { deleteIncentive } from "../../db/write-incentives.js";
import type { MutationResolvers } from "../../generated/types.js";
import { incentiveToChange } from "../../services/incentives/find-incentive.js";
import { mutateIncentives } from "../../services/incentives/write.js";

/** Deletes an incentive. Its grants are kept. */
export const delete_incentive: NonNullable<MutationResolvers["delete_incentive"]> = (_source, { input }, context) =>
  mutateIncentives(context, async (write) => {
    const incentive = await incentiveToChange(write, input.incentiveId);
    write.check();
    const found = incentive ?? throwUserErrors(write);
    const { rowId, name, formId } = found;
    await deleteIncentive(write, found);
    write.emit(incentiveDeleted, rowId, { rowId, name, formId });
    return { deletedId: rowId };
  });
