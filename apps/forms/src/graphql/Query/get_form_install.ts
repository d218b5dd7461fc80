import { query } from "@offergraph/service/subgraph/query";
import { readFormBySlug } from "../../db/forms.js";
import { installOf } from "../../domain/install.js";
import { formWarnings, warningsOfInstall } from "../../domain/warnings.js";
import type { WarningQueryField } from "../context.js";
import { placementsOf, shortLinkOf } from "../loaders.js";

export const get_form_install: WarningQueryField<"get_form_install"> = query({ warns: formWarnings }, async ({ slug }, context, warn) => {
  const form = await readFormBySlug(context.read, slug);
  if (!form) return null;
  const placements = await placementsOf(context, form.rowId);
  warn(...warningsOfInstall(form, placements));
  const shortLinks = await Promise.all(placements.map(({ rowId }) => shortLinkOf(context, rowId)));
  const installed = placements.flatMap((placement, index) => {
    // Skips placements that were removed after `placementsOf` read the list.
    const shortLink = shortLinks[index];
    return shortLink ? [installOf(context.publicUrl, placement, shortLink.code)] : [];
  });
  return { formSlug: form.formSlug, placements: installed };
});
