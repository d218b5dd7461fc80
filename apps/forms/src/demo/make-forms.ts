import type { Read } from "@offergraph/service/db/read";
import {
  formCreated,
  formPlacementCreated,
  formPlacementUpdated,
  formPublished,
  formUpdated,
  rotationChanged,
} from "@offergraph/shared/contracts/events/forms";
import { lockForWorkspace, readFormBySlug } from "../db/forms.js";
import { readAllConnections } from "../db/placements.js";
import type { FormRow } from "../db/rows.js";
import { readRotation } from "../db/shares.js";
import { channelMeant } from "../domain/channels.js";
import { checkConfig } from "../domain/placement-config.js";
import { readQrStyle } from "../domain/qr-style.js";
import { slugOf } from "../domain/slug.js";
import { readTriggers } from "../domain/triggers.js";
import { changeForm, changeTriggers, createForm } from "../services/forms/change-form.js";
import { preparePublishing, publish } from "../services/forms/publish.js";
import { updateFormFields } from "../services/forms/update-form.js";
import { addPlacement, changePlacement } from "../services/placements/placements.js";
import { checkModel } from "../services/surveys/check-model.js";
import type { MutationTx } from "../tx.js";
import { demoForms, type FormSketch, longForm, type PlacementSketch } from "./forms.js";

export const demoEvents = [formCreated, formUpdated, formPublished, rotationChanged, formPlacementCreated, formPlacementUpdated] as const;
type DemoEvents = (typeof demoEvents)[number];

export const findLongForm = (read: Read) => readFormBySlug(read, slugOf(longForm.body.title));

/**
 * Creates the demo forms, with the same checks and events as the API. Creates nothing if the demo forms exist. Returns the number of
 * created forms.
 */
export async function makeForms(tx: MutationTx<DemoEvents>): Promise<number> {
  await lockForWorkspace(tx, "rotation");
  if (await findLongForm(tx.sql)) return 0;
  // If the workspace already has published forms, the demo forms get a share of 0, so that the shares of the other forms do not change.
  const before = await readRotation(tx.sql);
  for (const sketch of demoForms) {
    const form = await withDraft(tx, sketch);
    if (sketch.share !== undefined) await show(tx, form, before.length > 0 ? 0 : sketch.share);
    const triggers = readTriggers(sketch.triggers, [form.formSlug, "triggers"], tx.errors);
    tx.check();
    await changeTriggers(tx, form, triggers);
    for (const placement of sketch.placements) await place(tx, form, placement);
  }
  return demoForms.length;
}

async function withDraft(tx: MutationTx<DemoEvents>, { body, model, more }: FormSketch): Promise<FormRow> {
  checkModel(model, [body.title, "draft"], tx.errors);
  const created = await createForm(tx, body, [body.title]);
  const drafted = await changeForm(tx, created, { draft: model });
  return (await updateFormFields(tx, drafted, more, [body.title])) ?? drafted;
}

/**
 * Publishes a form and subtracts the form's share from the share of the main form. The workspace's first form gets 100 % of the rotation.
 */
async function show(tx: MutationTx<DemoEvents>, form: FormRow, share: number): Promise<void> {
  const path = [form.formSlug, "shares"];
  const others = await readRotation(tx.sql);
  const split = others.map((other) => ({ ...other, share: other.main ? other.share - share : other.share }));
  const shares = others.length > 0 ? [...split, { formId: form.rowId, main: false, share }] : undefined;
  const rotation = await preparePublishing(tx, form, shares, { state: path, shares: path });
  tx.check();
  await publish(tx, form, rotation);
}

/** Creates and publishes a placement. Does nothing if the channel requires a store connection and the workspace has none. */
async function place(tx: MutationTx<DemoEvents>, form: FormRow, { channel: name, config, qr, upsell }: PlacementSketch): Promise<void> {
  const path = [form.formSlug, name];
  const channel = channelMeant(tx.workspaceId, { name });
  if (!channel) throw new Error(`No channel ${name}.`);
  const [connection] = channel.requiresConnection ? await readAllConnections(tx.sql) : [];
  if (channel.requiresConnection && !connection) return;
  checkConfig(channel.surface, config, path, tx.errors);
  const style = qr ? readQrStyle(qr, path, tx.errors) : null;
  tx.check();
  const wanted = { formId: form.rowId, channelId: channel.rowId, connectionId: connection?.rowId ?? null, config };
  await changePlacement(tx, await addPlacement(tx, wanted), { published: true, qr: style, upsellText: upsell ?? null });
}
