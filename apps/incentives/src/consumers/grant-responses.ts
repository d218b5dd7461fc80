import {
  formResponseAbandoned,
  formResponseCompleted,
  formResponseCustomerIdentified,
  formResponseSkipped,
} from "@offergraph/shared/contracts/events/forms";
import { visitorIdOf } from "../domain/eligibility.js";
import { identifyCustomer, outcomeEvents, processOutcome } from "../services/granting/process-outcome.js";
import { defineConsumer } from "../tx.js";

/** Grants what responses earn, in the transaction that stores their outcome, and when their customer is identified or verified later. */
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
