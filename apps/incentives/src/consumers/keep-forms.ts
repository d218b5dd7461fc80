import { tombstoneForm, upsertForm } from "@offergraph/service/replicas/upsert";
import { formCreated, formDeleted, formPublished, formUpdated } from "@offergraph/shared/contracts/events/forms";
import { keepPublished, schedulePending } from "../db/forms.js";
import { lockForGrants } from "../db/locks.js";
import { defineConsumer } from "../tx.js";

/** Stores the id, slug, title and unpublish time of forms. For a deleted form, schedules tasks that fail PENDING grants. */
export const keepForms = defineConsumer({
  name: "keep-forms",
  events: [formCreated, formUpdated, formPublished, formDeleted],
  emits: [],
  async handle(tx, { type, data, time }) {
    if (type === formDeleted.subject) {
      await lockForGrants(tx, [`form ${data.rowId}`]);
      await tombstoneForm(tx, data, time);
      // The tasks are due immediately, because customers can no longer identify themselves on a deleted form.
      return schedulePending(tx, data.rowId, time);
    }
    await upsertForm(tx, data, "event");
    await keepPublished(tx, data);
  },
});
