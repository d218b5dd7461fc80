import { readFormBySlug } from "../../db/forms.js";
import { installOf } from "../../domain/install.js";
import type { QueryResolvers } from "../../generated/types.js";
import { placementsOf, shortLinkOf } from "../loaders.js";

export const get_form_install: NonNullable<QueryResolvers["get_form_install"]> = async (_source, { slug }, context) => {
  const form = await readFormBySlug(context.read, slug);
  if (!form) return null;
  const placements = await placementsOf(context, form.rowId);
  const shortLinks = await Promise.all(placements.map(({ rowId }) => shortLinkOf(context, rowId)));
  const installed = placements.flatMap((placement, index) => {
    // Skips placements without a short link: another request removed them after `placementsOf` read them.
    const shortLink = shortLinks[index];
    return shortLink ? [installOf(context.publicUrl, placement, shortLink.code)] : [];
  });
  return { formSlug: form.formSlug, placements: installed };
};
