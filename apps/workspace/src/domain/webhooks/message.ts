import type { CloudEvent } from "@offergraph/shared/contracts/cloud-event";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";

/** An event for the endpoints of its workspace. `body` is the CloudEvent in JSON. */
export interface WebhookMessage {
  eventId: string;
  eventType: string;
  recordId: string;
  body: string;
}

/** Returns the message of an event. */
export function messageOf(event: EventOf<EventDefinition>): WebhookMessage {
  const { id, type, workspaceId, recordId, time, actor, requestId, traceparent, data } = event;
  return messageOfCloudEvent({
    specversion: "1.0",
    id,
    source: `/offergraph/${type.split(".")[1]}`,
    type,
    subject: recordId,
    time: time.toISOString(),
    datacontenttype: "application/json",
    workspaceid: workspaceId,
    ...(actor && { actorkeyid: actor.keyId, actormemberid: actor.memberId }),
    ...(requestId !== undefined && { requestid: requestId }),
    ...(traceparent !== undefined && { traceparent }),
    data,
  });
}

export function messageOfCloudEvent(event: CloudEvent): WebhookMessage {
  return { eventId: event.id, eventType: event.type, recordId: event.subject, body: JSON.stringify(event) };
}
