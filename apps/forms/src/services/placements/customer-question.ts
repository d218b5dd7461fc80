import type { FormRow } from "../../db/rows.js";
import { readVariants } from "../../db/variants.js";
import { customerQuestionFault } from "../../domain/customer-question.js";
import type { Path } from "../../domain/fields.js";
import { customerQuestionOf } from "../../domain/placement-config.js";
import type { MutationTx } from "../../tx.js";

/** Checks a new placement's customer_question_key against the published model, or the draft if the form is not published. */
export async function checkCustomerQuestion(tx: MutationTx, form: FormRow, config: Record<string, unknown>, path: Path): Promise<void> {
  const key = customerQuestionOf(config);
  if (key === null || tx.errors.has(path)) return;
  const { publishedVariantId, draft } = form;
  const [variant] = publishedVariantId === null ? [] : await readVariants(tx.sql, [publishedVariantId]);
  const fault = customerQuestionFault(variant?.model ?? draft, key);
  if (fault !== null) tx.errors.add(path, "INVALID", fault);
}
