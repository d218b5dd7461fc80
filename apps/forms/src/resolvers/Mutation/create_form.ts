import { formCreated } from "@offergraph/shared/events/catalog/forms";
import { newId } from "@offergraph/shared/time/ids";
import { readForms, readSlugsLike } from "../../data/forms.js";
import { queueFor } from "../../data/queue.js";
import { insertForm } from "../../data/write-form.js";
import { readBody } from "../../domain/body.js";
import { freeSlug, slugOf } from "../../domain/slug.js";
import { eventDataOf } from "../../events/publish.js";
import type { MutationResolvers } from "../../generated/types.js";
import { mutateForms } from "../../writes/write.js";

/** Creates a form, as a draft. */
export const create_form: NonNullable<MutationResolvers["create_form"]> = (_source, { input: { body } }, context) =>
  mutateForms(context, async (write) => {
    const { surfaces = [], priority = 0 } = readBody(body, ["input", "body"], write.violations);
    write.check();
    await queueFor(write, "slugs");
    const slug = slugOf(body.title);
    const rowId = newId();
    await insertForm(write, {
      rowId,
      formSlug: freeSlug(slug, await readSlugsLike(write.read, slug)),
      title: body.title,
      surfaces,
      priority,
    });
    const [form] = await readForms(write.read, [rowId]);
    if (!form) throw new Error("A form was written and is not there.");
    write.emit(formCreated, rowId, eventDataOf(form));
    return { form };
  });
