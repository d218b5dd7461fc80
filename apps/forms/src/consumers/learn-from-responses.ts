import { formResponseCompleted, formResponseCustomerIdentified, formResponseSkipped } from "@offergraph/shared/contracts/events/forms";
import { insertInsights, nameCustomerOfInsights, readFinishedResponse } from "../db/insights.js";
import type { InsightsWorker } from "../services/insights/insights-worker.js";
import { defineConsumer } from "../tx.js";

/** Extracts insights from each completed or declined response. If the customer becomes known later, adds the customer to the insights. */
export const learnFromResponses = (worker: InsightsWorker) =>
  defineConsumer({
    name: "learn-from-responses",
    events: [formResponseCompleted, formResponseSkipped, formResponseCustomerIdentified],
    emits: [],
    async handle(tx, { type, data }) {
      if (type === formResponseCustomerIdentified.subject) return nameCustomerOfInsights(tx, data.rowId);
      const response = await readFinishedResponse(tx.sql, data.rowId);
      if (!response) return;
      const { model, answers, reasonSet } = response;
      await insertInsights(tx, response, await worker.extract({ model, answers, reasonSet }));
    },
  });
