import type { MutationResolvers } from "../../generated/types.js";
import { createForm } from "../../services/forms/create-form.js";
import { mutateForms } from "../../services/forms/write.js";

/** Creates a form with status DRAFT. */
export const create_form: NonNullable<MutationResolvers["create_form"]> = (_source, { input: { body } }, context) =>
  mutateForms(context, async (write) => ({ form: await createForm(write, body, ["input", "body"]) }));
