import { formCreated } from "@offergraph/shared/contracts/events/forms";
import { createForm } from "../../services/forms/change-form.js";
import { type MutationField, mutation } from "../../tx.js";

export const create_form: MutationField<"create_form"> = mutation({ emits: [formCreated] }, async (tx, { input: { body } }) => ({
  form: await createForm(tx, body, ["input", "body"]),
}));
