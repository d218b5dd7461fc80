import { readFormBySlug } from "../db/forms.js";
import { queueFor } from "../db/queue.js";
import { readAllConnections } from "../db/references.js";
import type { FormRow } from "../db/rows.js";
import { readRotation } from "../db/shares.js";
import { channelMeant } from "../domain/channels.js";
import { checkConfig } from "../domain/placement-config.js";
import { readQrStyle } from "../domain/qr-style.js";
import { slugOf } from "../domain/slug.js";
import { readTriggers } from "../domain/triggers.js";
import { changeForm } from "../services/forms/change-form.js";
import { changeTriggers } from "../services/forms/change-triggers.js";
import { createForm } from "../services/forms/create-form.js";
import { preparePublishing, publish } from "../services/forms/publish.js";
import { updateFormFields } from "../services/forms/update-form.js";
import type { FormWrite } from "../services/forms/write.js";
import { addPlacement } from "../services/placements/add-placement.js";
import { changePlacement } from "../services/placements/change-placement.js";
import { checkModel } from "../services/surveys/check-model.js";
import { demoForms, type FormSketch, longForm, type PlacementSketch } from "./forms.js";

/** The form that receives the demo responses; undefined before it is created. */
export const findLongForm = ({ read }: Pick<FormWrite, "read">) => readFormBySlug(read, slugOf(longForm.body.title));

/** Creates the demo forms with the API's rules and events, all or none; no-op if they exist. Returns the number created. */
export async function makeForms(write: FormWrite): Promise<number> {
  await queueFor(write, "rotation");
  if (await findLongForm(write)) return 0;
  // A workspace with published forms keeps its rotation.
  const before = await readRotation(write.read);
  for (const sketch of demoForms) {
    const form = await withDraft(write, sketch);
    if (sketch.share !== undefined) await show(write, form, before.length > 0 ? 0 : sketch.share);
    const triggers = readTriggers(sketch.triggers, [form.formSlug, "triggers"], write.violations);
    write.check();
    await changeTriggers(write, form, triggers);
    for (const placement of sketch.placements) await place(write, form, placement);
  }
  return demoForms.length;
}

async function withDraft(write: FormWrite, { body, model, more }: FormSketch): Promise<FormRow> {
  checkModel(model, [body.title, "draft"], write.violations);
  const created = await createForm(write, body, [body.title]);
  const drafted = await changeForm(write, created, { draft: model });
  return (await updateFormFields(write, drafted, more, [body.title])) ?? drafted;
}

/** Publishes a form next to the published ones; the first one gets the whole rotation. */
async function show(write: FormWrite, form: FormRow, share: number): Promise<void> {
  const path = [form.formSlug, "shares"];
  const others = await readRotation(write.read);
  const split = others.map((other) => ({ ...other, share: other.main ? other.share - share : other.share }));
  const shares = others.length > 0 ? [...split, { formId: form.rowId, main: false, share }] : undefined;
  const rotation = await preparePublishing(write, form, shares, { state: path, shares: path });
  write.check();
  await publish(write, form, rotation);
}

/** Creates and publishes a placement; skipped if it needs a store connection and the workspace has none. */
async function place(write: FormWrite, form: FormRow, { channel: name, config, qr, upsell }: PlacementSketch): Promise<void> {
  const path = [form.formSlug, name];
  const channel = channelMeant(write.workspaceId, { name });
  if (!channel) throw new Error(`No channel ${name}.`);
  const [connection] = channel.requiresConnection ? await readAllConnections(write.read) : [];
  if (channel.requiresConnection && !connection) return;
  checkConfig(channel.surface, config, path, write.violations);
  const style = qr ? readQrStyle(qr, path, write.violations) : null;
  write.check();
  const wanted = { formId: form.rowId, channelId: channel.rowId, connectionId: connection?.rowId ?? null, config };
  await changePlacement(write, await addPlacement(write, wanted), { published: true, qr: style, upsellText: upsell ?? null });
}
