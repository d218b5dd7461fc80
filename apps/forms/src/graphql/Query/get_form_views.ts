import { readFormViews } from "../../db/form-views.js";
import { readFormBySlug } from "../../db/forms.js";
import { daysOfViews } from "../../domain/view-days.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_form_views: NonNullable<QueryResolvers["get_form_views"]> = async (_source, { slug, ...given }, { read, clock }) => {
  const { from, to, days } = daysOfViews(given, clock.now());
  const form = await readFormBySlug(read, slug);
  if (!form) return null;
  const { total, byPlacement, byDay } = await readFormViews(read, form.rowId, from, to);
  const views = new Map(byDay.map((point) => [point.day, point.views]));
  return { form, from, to, total, byPlacement, series: days.map((day) => ({ day, views: views.get(day) ?? 0 })) };
};
