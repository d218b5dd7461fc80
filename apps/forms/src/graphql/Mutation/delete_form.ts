import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { formDeleted } from "@offergraph/shared/contracts/events/forms";
import { queueFor } from "../../db/queue.js";
import { deleteForm } from "../../db/write-form.js";
import type { MutationResolvers } from "../../generated/types.js";
import { findFormToChange } from "../../services/forms/find-form.js";
import { mutateForms } from "../../services/forms/write.js";
import { changeRotation, rotationWithoutForm } from "../../services/placements/rotation.js";

/** Deletes a form with its placements, triggers and short links. Its responses are kept. */
export const delete_form: NonNullable<MutationResolvers["delete_form"]> = (_source, { input }, context) =>
  mutateForms(context, async (write) => {
    await queueFor(write, "rotation");
    const form = await findFormToChange(write, input.formId, ["input", "formId"]);
    if (!form) return throwUserErrors(write);
    const { rowId, formSlug, title } = form;
    const rotation = await rotationWithoutForm(write, rowId, ["input", "formId"]);
    write.check();
    await changeRotation(write, rotation);
    await deleteForm(write, rowId);
    write.emit(formDeleted, rowId, { rowId, formSlug, title });
    return { deletedId: rowId };
  });
