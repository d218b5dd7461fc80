import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { formDeleted, rotationChanged } from "@offergraph/shared/contracts/events/forms";
import { deleteForm, lockForWorkspace } from "../../db/forms.js";
import { findFormToChange } from "../../services/forms/find-form.js";
import { changeRotation, rotationWithoutForm } from "../../services/placements/rotation.js";
import { type MutationField, mutation } from "../../tx.js";

export const delete_form: MutationField<"delete_form"> = mutation({ emits: [formDeleted, rotationChanged] }, async (tx, { input }) => {
  await lockForWorkspace(tx, "rotation");
  const form = await findFormToChange(tx, input.formId, ["input", "formId"]);
  if (!form) return throwUserErrors(tx);
  const { rowId, formSlug, title } = form;
  const rotation = await rotationWithoutForm(tx, rowId, ["input", "formId"]);
  tx.check();
  await changeRotation(tx, rotation);
  await deleteForm(tx, rowId);
  tx.emit(formDeleted, rowId, { rowId, formSlug, title });
  return { deletedId: rowId };
});
