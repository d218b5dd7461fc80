import type { Read } from "@offergraph/shared/database/read";
import { readIn } from "@offergraph/shared/database/write";
import { formResponseCompleted, formResponseCustomerIdentified, formResponseSkipped } from "@offergraph/shared/events/catalog/forms";
import type { EventOf } from "@offergraph/shared/events/received";
import { insertInsights, nameCustomerOfInsights, readResponseToLearn } from "../../data/insights.js";
import type { Prisma } from "../../generated/prisma/client.js";
import type { Learner } from "../../insights/in-thread.js";

/** What tells that a response has its outcome, and who gave it. */
export const outcomeEvents = [formResponseCompleted, formResponseSkipped, formResponseCustomerIdentified] as const;

/** Learns from the answers of each response, once it has its outcome; a customer who becomes known later is named then. */
export function learnFromResponses(learner: Learner) {
  return async (
    transaction: Prisma.TransactionClient,
    { type, workspaceId, data }: EventOf<(typeof outcomeEvents)[number]>,
  ): Promise<void> => {
    const read: Read = (statement) => readIn(transaction, statement);
    if (type === formResponseCustomerIdentified.subject) {
      await nameCustomerOfInsights(transaction, read, workspaceId, data.rowId);
      return;
    }
    const response = await readResponseToLearn(read, data.rowId);
    if (!response) return;
    const { model, answers, reasonSet } = response;
    await insertInsights(transaction, workspaceId, response, await learner.learn({ model, answers, reasonSet }));
  };
}
