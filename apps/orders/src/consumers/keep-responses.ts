import {
  formResponseCompleted,
  formResponseCustomerIdentified,
  formResponseDeleted,
  formResponseSkipped,
} from "@offergraph/shared/contracts/events/forms";
import { lockAttribution } from "../db/attribution.js";
import { queueOrdersOfResponse } from "../db/due-attributions.js";
import { retireResponse, upsertResponse } from "../db/responses.js";
import { addRespondent } from "../services/customers/add-customers.js";
import { defineConsumer } from "../tx.js";

/**
 * Stores responses and their customers. Queues orders that may be attributed to a completed response. Orders keep the id of a deleted
 * response.
 */
export const keepResponses = defineConsumer({
  name: "keep-responses",
  events: [formResponseCompleted, formResponseSkipped, formResponseCustomerIdentified, formResponseDeleted],
  emits: [],
  async handle(tx, event) {
    if (event.type === formResponseDeleted.subject) {
      await lockAttribution(tx);
      return retireResponse(tx, event.data.rowId);
    }
    const { data, time } = event;
    const hasCustomer = await upsertResponse(tx, data, time);
    if (data.status === "COMPLETE") await queueOrdersOfResponse(tx, data.rowId);
    if (hasCustomer) await addRespondent(tx, data, time);
  },
});
