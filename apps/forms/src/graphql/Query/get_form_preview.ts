import { formByRef } from "../../db/forms.js";
import { readVariants } from "../../db/variants.js";
import type { QueryResolvers } from "../../generated/types.js";
import { previewEnd, previewPath } from "../../services/previews/token.js";

type Field = NonNullable<QueryResolvers["get_form_preview"]>;

export const get_form_preview: Field = async (_source, { formId: ref, formVariantId }, context) => {
  const { read, clock, principal, publicUrl, previewTokens } = context;
  const formId = await formByRef(read)(ref);
  if (formId === null) return null;
  const [variant] = formVariantId ? await readVariants(read, [formVariantId]) : [];
  if (formVariantId && variant?.formId !== formId) return null;
  const expiresAt = previewEnd(clock.now());
  const subject = { workspaceId: principal.workspaceId, formId, formVariantId: variant?.rowId ?? null };
  return { url: `${publicUrl}${previewPath}${previewTokens.make(subject, expiresAt)}`, expiresAt: expiresAt.toISOString() };
};
