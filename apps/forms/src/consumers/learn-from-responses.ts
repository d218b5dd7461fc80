import type { Read } from "@offergraph/service/db/read";
import { readIn } from "@offergraph/service/db/write";
import { formResponseCompleted, formResponseCustomerIdentified, formResponseSkipped } from "@offergraph/shared/contracts/events/forms";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { insertInsights, nameCustomerOfInsights, readFinishedResponse } from "../db/insights.js";
import type { Prisma } from "../generated/prisma/client.js";
import type { InsightsWorker } from "../services/insights/insights-worker.js";

/** Events with a response's outcome or customer. */
export const outcomeEvents = [formResponseCompleted, formResponseSkipped, formResponseCustomerIdentified] as const;

/** Extracts insights from a response at its outcome; adds the customer's name when the customer becomes known later. */
export function learnFromResponses(worker: InsightsWorker) {
  return async (
    transaction: Prisma.TransactionClient,
    { type, workspaceId, data }: EventOf<(typeof outcomeEvents)[number]>,
  ): Promise<void> => {
    const read: Read = (statement) => readIn(transaction, statement);
    if (type === formResponseCustomerIdentified.subject) {
      await nameCustomerOfInsights(transaction, read, workspaceId, data.rowId);
      return;
    }
    const response = await readFinishedResponse(read, data.rowId);
    if (!response) return;
    const { model, answers, reasonSet } = response;
    await insertInsights(transaction, workspaceId, response, await worker.extract({ model, answers, reasonSet }));
  };
}
