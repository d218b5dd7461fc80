import { formDeleted } from "@offergraph/shared/events/catalog/forms";
import { throwUserErrors } from "@offergraph/shared/subgraph/reject-with";
import { queueFor } from "../../data/queue.js";
import { deleteForm } from "../../data/write-form.js";
import type { MutationResolvers } from "../../generated/types.js";
import { findFormToChange } from "../../writes/find-form.js";
import { changeRotation, rotationWithoutForm } from "../../writes/rotation.js";
import { mutateForms } from "../../writes/write.js";

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
