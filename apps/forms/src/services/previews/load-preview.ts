import { readForms } from "../../db/forms.js";
import type { FormsDeps } from "../../deps.js";
import type { Json } from "../../domain/draft-walk.js";
import type { PreviewSubject } from "./token.js";

export interface Preview {
  model: Json;
  /** Messages that explain why the page cannot show the model. */
  problems: readonly string[];
}

/** Loads and checks the draft or version of a preview. Returns undefined if the form or version no longer exists. */
export async function loadPreview(deps: FormsDeps, { workspaceId, formId, formVariantId }: PreviewSubject): Promise<Preview | undefined> {
  const [form] = await readForms(deps.readerOf(workspaceId), [formId]);
  if (!form) return undefined;
  const version = formVariantId === null ? undefined : await deps.variant(workspaceId, formVariantId);
  if (formVariantId !== null && !version) return undefined;
  const model = version ? version.model : form.draft;
  if (!model) return { model: {}, problems: ["The form has no draft. Save a draft with save_form_draft."] };
  return { model, problems: await deps.modelProblems(workspaceId, model) };
}
