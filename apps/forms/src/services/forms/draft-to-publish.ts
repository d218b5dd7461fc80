import { readPlacementsOf } from "../../db/placements.js";
import type { FormRow } from "../../db/rows.js";
import { customerQuestionFault } from "../../domain/customer-question.js";
import type { Json } from "../../domain/draft-walk.js";
import type { Path } from "../../domain/fields.js";
import { questionsOf } from "../../domain/model-questions.js";
import { customerQuestionOf } from "../../domain/placement-config.js";
import type { MutationTx } from "../../tx.js";

/** Checks that a draft has a question to answer and the questions that the form's placements name. */
export async function checkDraftToPublish({ sql, errors }: MutationTx, form: FormRow, draft: Json, path: Path): Promise<void> {
  if (questionsOf(draft).length === 0)
    errors.add(path, "INVALID_TRANSITION", "The draft has no question to answer; add one with save_form_draft, then publish.");
  const placements = (await readPlacementsOf(sql, [form.rowId])).get(form.rowId) ?? [];
  for (const { rowId, config } of placements) {
    const key = customerQuestionOf(config);
    const fault = key === null ? null : customerQuestionFault(draft, key);
    if (fault !== null) errors.add(path, "CONFLICT", `The form's placement ${rowId} has a customer_question_key. ${fault}`);
  }
}
