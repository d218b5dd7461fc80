import { query } from "@offergraph/service/subgraph/query";
import { readShownForm } from "../../db/forms.js";
import { formWarnings, warningsOfForm } from "../../domain/warnings.js";
import type { WarningQueryField } from "../context.js";

export const get_form: WarningQueryField<"get_form"> = query({ warns: formWarnings }, async ({ slug }, context, warn) => {
  const form = await readShownForm(context.read, slug);
  if (form) warn(...warningsOfForm(form, form.shownPlacements));
  return form;
});
