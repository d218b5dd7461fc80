import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { customerIdsOf } from "@offergraph/shared/schema/customer-id";
import type { Ref } from "@offergraph/shared/schema/ref";
import { eraseInsights, eraseResponses, lockResponsesOfCustomer } from "../../db/erase-customer.js";
import { readVariants } from "../../db/variants.js";
import type { Tx } from "../../tx.js";
import { closedAnswers } from "../surveys/closed-answers.js";

interface Erased {
  responses: number;
  insightAnswers: number;
}

/**
 * Erases the personal data of each customer whose id or reference matches `customer`. Returns the first customer's id, and the numbers of
 * responses and insights.
 */
export async function eraseCustomer(tx: Tx<typeof customerErased>, customer: Ref): Promise<Erased & { customerId: string }> {
  const [customerId = "", ...others] = customerIdsOf(tx.workspaceId, customer);
  const { responses, insightAnswers } = await eraseById(tx, customerId);
  const erased = { customerId, responses, insightAnswers };
  for (const id of others) {
    const more = await eraseById(tx, id);
    erased.responses += more.responses;
    erased.insightAnswers += more.insightAnswers;
  }
  return erased;
}

/** Erases a customer's personal data. Emits customer.erased even if the forms service has no data, because other services may have data. */
async function eraseById(tx: Tx<typeof customerErased>, customerId: string): Promise<Erased> {
  // Locks the responses, so that insights of concurrent transactions are also erased.
  const responses = await lockResponsesOfCustomer(tx.sql, customerId);
  const variantIds = [...new Set(responses.map(({ formVariantId }) => formVariantId))];
  const models = new Map((await readVariants(tx.sql, variantIds)).map(({ rowId, model }) => [rowId, model]));
  const closed = responses.map(({ rowId, formVariantId, answers }) => {
    const model = models.get(formVariantId);
    return { rowId, answers: model ? closedAnswers(model, answers) : {} };
  });
  await eraseResponses(tx, closed);
  const responseIds = responses.map(({ rowId }) => rowId);
  const insightAnswers = await eraseInsights(tx, responseIds);
  tx.emit(customerErased, customerId, { customerId });
  return { responses: responses.length, insightAnswers };
}
