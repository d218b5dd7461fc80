import { formResponseCompleted, formResponseCustomerIdentified, formResponseSkipped } from "@offergraph/shared/events/catalog/forms";
import type { EventDefinition } from "@offergraph/shared/events/define";
import { type PendingEvent, pendingEvent } from "@offergraph/shared/outbox/add";
import type { Visit } from "@offergraph/shared/subgraph/routes";
import { traceparentHeader } from "@offergraph/shared/telemetry/trace";
import type { CollectedRow } from "../data/collected.js";
import { responseStatuses, valueOfRank } from "../domain/ranks.js";
import { responseDataOf } from "../events/publish.js";

/** The events that tell of a change: the outcome, once, or after it who the customer is, once. */
export function tellingEvents(visit: Visit, before: CollectedRow, after: CollectedRow, now: Date): PendingEvent[] {
  const { rowId, workspaceId, customerId, customerRef } = after;
  const traceparent = visit.request.headers[traceparentHeader];
  function event<Data>(definition: EventDefinition<Data>, data: Data): PendingEvent {
    return pendingEvent(definition, {
      workspaceId,
      recordId: rowId,
      data,
      // Visitors act for no member.
      actor: null,
      time: now,
      requestId: visit.requestId,
      traceparent: typeof traceparent === "string" ? traceparent : undefined,
    });
  }
  const outcome = valueOfRank(responseStatuses, after.status);
  if (outcome === "INCOMPLETE") return [];
  const data = responseDataOf(after, outcome);
  if (before.status !== after.status) return [event(outcome === "COMPLETE" ? formResponseCompleted : formResponseSkipped, data)];
  if (customerId === null || customerRef === null) return [];
  return [event(formResponseCustomerIdentified, { ...data, customerId, customerRef })];
}
