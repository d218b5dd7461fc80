import {
  formResponseAbandoned,
  formResponseCompleted,
  formResponseCustomerIdentified,
  formResponseSkipped,
} from "@offergraph/shared/contracts/events/forms";
import { visitorIdOf } from "../domain/eligibility.js";
import { identifyCustomer, outcomeEvents, processOutcome } from "../services/granting/process-outcome.js";
import { defineConsumer } from "../tx.js";

/**
 * Creates the grants of a response when the outcome is stored. Decides PENDING grants later, when the customer is identified or verified.
 */
export const grantResponses = defineConsumer({
  name: "grant-responses",
  events: [formResponseCompleted, formResponseSkipped, formResponseAbandoned, formResponseCustomerIdentified],
  emits: outcomeEvents,
  async handle(tx, { type, workspaceId, data }) {
    const response = { ...data, visitorId: visitorIdOf(workspaceId, data.visitorId) };
    if (type === formResponseCustomerIdentified.subject) await identifyCustomer(tx, response);
    else await processOutcome(tx, response);
  },
});
