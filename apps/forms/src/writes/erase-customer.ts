import { customerErased } from "@offergraph/shared/events/catalog/forms";
import { eraseInsights, eraseResponses, lockResponsesOfCustomer } from "../data/erase-customer.js";
import { readVariants } from "../data/variants.js";
import { closedAnswers } from "../surveys/closed-answers.js";
import type { FormWrite } from "./write.js";

/** What was erased. */
export interface Erased {
  responses: number;
  /** Of what was learnt. */
  insightAnswers: number;
}

/**
 * Erases a customer's personal data here and tells the services that may have some, also when nothing is here. The order matters: whoever
 * learns from a response at this moment has locked it first, and what it adds is found once the lock is ours.
 */
export async function eraseCustomer(write: FormWrite, customerId: string): Promise<Erased> {
  const responses = await lockResponsesOfCustomer(write.read, customerId);
  const variantIds = [...new Set(responses.map(({ formVariantId }) => formVariantId))];
  const models = new Map((await readVariants(write.read, variantIds)).map(({ rowId, model }) => [rowId, model]));
  const closed = responses.map(({ rowId, formVariantId, answers }) => {
    const model = models.get(formVariantId);
    return { rowId, answers: model ? closedAnswers(model, answers) : {} };
  });
  await eraseResponses(write, closed);
  const responseIds = responses.map(({ rowId }) => rowId);
  const insightAnswers = await eraseInsights(write, responseIds);
  write.emit(customerErased, customerId, { customerId });
  return { responses: responses.length, insightAnswers };
}
