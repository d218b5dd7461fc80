import { type PendingEvent, pendingEvent } from "@offergraph/service/outbox/add";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import {
  formResponseAbandoned,
  formResponseCompleted,
  formResponseCustomerIdentified,
  formResponseSkipped,
} from "@offergraph/shared/contracts/events/forms";
import type { CollectedRow } from "../../db/collected.js";
import { responseStatuses, valueOfRank } from "../../domain/ranks.js";
import { responseDataOf } from "../forms/event-data.js";
import type { VisitorRequest } from "./visitor-request.js";

/**
 * Returns the events of a change: the outcome or the abandonment, each once. After either, also the customer: once when it becomes
 * known and once when a signature verifies it.
 */
export function responseEvents(
  request: Pick<VisitorRequest, "requestId" | "traceparent"> | undefined,
  before: CollectedRow,
  after: CollectedRow,
  now: Date,
): PendingEvent[] {
  const { rowId, workspaceId, customerId, customerRef, customerVerified } = after;
  function event<Data>(definition: EventDefinition<Data>, data: Data): PendingEvent {
    return pendingEvent(definition, {
      workspaceId,
      recordId: rowId,
      data,
      // Visitors are not members of the workspace.
      actor: null,
      time: now,
      requestId: request?.requestId,
      traceparent: request?.traceparent,
    });
  }
  const outcome = valueOfRank(responseStatuses, after.status);
  const isNewlyKnown = before.customerId === null || (customerVerified && !before.customerVerified);
  const isIdentified = isNewlyKnown && customerId !== null && customerRef !== null;
  if (outcome === "INCOMPLETE") {
    const isNews = after.leftAt !== null && (before.leftAt === null || isIdentified);
    return isNews ? [event(formResponseAbandoned, responseDataOf(after, outcome))] : [];
  }
  const data = responseDataOf(after, outcome);
  if (before.status !== after.status) return [event(outcome === "COMPLETE" ? formResponseCompleted : formResponseSkipped, data)];
  return isIdentified ? [event(formResponseCustomerIdentified, { ...data, customerId, customerRef })] : [];
}
