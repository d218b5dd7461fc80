import { isDeepStrictEqual } from "node:util";
import { readPlacementsOf } from "../../db/placements.js";
import type { FormRow } from "../../db/rows.js";
import { readRotation } from "../../db/shares.js";
import { readVariants } from "../../db/variants.js";
import { warningsOfDraft, warningsOfPublishedForm } from "../../domain/warnings.js";
import type { MutationTx } from "../../tx.js";

/** Adds a warning if visitors cannot open the published form. */
export async function warnOfPublishedForm(tx: MutationTx, form: FormRow): Promise<void> {
  const placements = (await readPlacementsOf(tx.sql, [form.rowId])).get(form.rowId) ?? [];
  tx.warn(...warningsOfPublishedForm(form, placements));
}

/** Adds a warning if visitors do not see the form's draft. */
export async function warnOfDraft(tx: MutationTx, form: FormRow): Promise<void> {
  const { publishedVariantId } = form;
  const [variant] = publishedVariantId === null ? [] : await readVariants(tx.sql, [publishedVariantId]);
  const rotation = publishedVariantId === null ? await readRotation(tx.sql) : [];
  tx.warn(...warningsOfDraft(form, isDeepStrictEqual(form.draft, variant?.model), rotation));
}
