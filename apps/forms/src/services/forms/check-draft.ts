import type { Read } from "@offergraph/service/db/read";
import { Violations } from "@offergraph/shared/errors/user-error";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import { readForms, readFormsMeant } from "../../db/forms.js";
import { readPlacementsOf } from "../../db/placements.js";
import type { FormRow } from "../../db/rows.js";
import { customerQuestionFault } from "../../domain/customer-question.js";
import type { Json } from "../../domain/draft-walk.js";
import type { Path } from "../../domain/fields.js";
import { questionsOf } from "../../domain/model-questions.js";
import { customerQuestionOf } from "../../domain/placement-config.js";
import { formMeant } from "../../domain/refs.js";
import type { MutationTx } from "../../tx.js";
import type { Surveys } from "../surveys/surveys.js";

interface DraftChecks {
  read: Read;
  principal: { workspaceId: string };
  surveys: Surveys;
  errors: Violations;
}

/**
 * Checks a saved draft by the current rules. Call this function before the transaction begins, because the check of a large draft takes
 * seconds.
 */
export async function checkStoredDraft({ read, principal, surveys, errors }: DraftChecks, formRef: Ref, path: Path): Promise<void> {
  if (errors.has(path)) return;
  const found = formMeant(readRef(formRef), await readFormsMeant(read, [readRef(formRef)]));
  const [form] = typeof found === "string" ? [] : await readForms(read, [found.rowId]);
  if (!form?.draft) return;
  const ofDraft = new Violations();
  await surveys.checkModel(principal.workspaceId, form.draft, [], ofDraft);
  const [first, ...others] = ofDraft.list;
  if (!first) return;
  const at = first.field.length > 0 ? ` at ${first.field.join(".")}` : "";
  const more = others.length > 0 ? ` The draft has ${others.length} more errors.` : "";
  errors.add(path, first.code, `The saved draft has an error${at}: ${first.message}${more} Correct the draft with save_form_draft.`);
}

export async function checkDraftToPublish({ sql, errors }: MutationTx, form: FormRow, draft: Json, path: Path): Promise<void> {
  if (questionsOf(draft).length === 0)
    errors.add(path, "INVALID_TRANSITION", "The draft has no questions. Add a question with save_form_draft, then publish the form.");
  const placements = (await readPlacementsOf(sql, [form.rowId])).get(form.rowId) ?? [];
  for (const { rowId, config } of placements) {
    const key = customerQuestionOf(config);
    const fault = key === null ? null : customerQuestionFault(draft, key);
    if (fault !== null) errors.add(path, "CONFLICT", `The customer_question_key of placement ${rowId} is invalid. ${fault}`);
  }
}
