import { formResponseCompleted, formResponseCustomerIdentified, formResponseSkipped } from "@offergraph/shared/contracts/events/forms";
import { queueOrdersOfResponse } from "../db/due-attributions.js";
import { upsertResponse } from "../db/responses.js";
import { defineConsumer } from "../tx.js";

/** Stores responses. Queues earlier orders that may be attributed to a completed response. */
export const keepResponses = defineConsumer({
  name: "keep-responses",
  events: [formResponseCompleted, formResponseSkipped, formResponseCustomerIdentified],
  emits: [],
  async handle(tx, { data, time }) {
    await upsertResponse(tx, data, time);
    if (data.status === "COMPLETE") await queueOrdersOfResponse(tx, data.rowId);
  },
});
