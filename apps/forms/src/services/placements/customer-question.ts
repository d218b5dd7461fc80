import type { FormRow } from "../../db/rows.js";
import { readVariants } from "../../db/variants.js";
import { customerQuestionFault } from "../../domain/customer-question.js";
import type { Path } from "../../domain/fields.js";
import { customerQuestionOf } from "../../domain/placement-config.js";
import type { FormWrite } from "../forms/write.js";

/** Checks a new placement's customer_question_key against the published model, or the draft if the form is not published. */
export async function checkCustomerQuestion(write: FormWrite, form: FormRow, config: Record<string, unknown>, path: Path): Promise<void> {
  const key = customerQuestionOf(config);
  if (key === null || write.violations.has(path)) return;
  const { publishedVariantId, draft } = form;
  const [variant] = publishedVariantId === null ? [] : await readVariants(write.read, [publishedVariantId]);
  const fault = customerQuestionFault(variant?.model ?? draft, key);
  if (fault !== null) write.violations.add(path, "INVALID", fault);
}
